"""Which of several changes that make the tests pass is right, and why. Pure.

choice      the door: candidates in, an order with reasons out
points      what speaks for and against each
green       a change that makes the tests pass, and what can be read from its text
edit_shape  the parts of a text that a change touches, and what they are made of
properties  what candidates did with further inputs, compared
habits      what the original does with every input, and a candidate may lose
"""
