"""Values: frozen, serialisable, no I/O. Everything that travels between steps is made of these.

value      the base class, and the version every persisted value carries
task       what is asked
change     a set of file edits with its diff, origin and fingerprint
report     per-test outcomes of one run of a suite
verdict    what honest green says about a change
signature  a failure, normalised so that it can be recognised again
finding    what a check or an audit noticed
lesson     what an iteration taught: Lesson, Attempt, Card
plan       what the planner made of the task, and the code it should look at
budget     limits and use
decision   go on or stop: the pure rule and its result
events     what happened, as it happens
paths      what the name of a path says
text       cutting and masking text
"""
