"""The first version of what is built: whom to ask, what comes back, and which of it is chosen.

work             what one drafting works on: stubs, candidates, their trials
asking, writing  who is asked for a part and how often; one question, and reading what comes
with_tools       what a coder with tools is given, and what becomes of its work
into             stubs that are there, judged by tests that are there
into_with_tools  the same for a coder with tools
"""
