"""Judging: the same for every entrant, by what it left behind and nothing it says.

left       what an entrant left, file by file
hidden     the visible and the hidden tests, run in the sandbox
examples   the examples that a goal states, as tests
judge      what became of a job
validate   whether tasks are sound: the judge's view of a task and its solution
"""
