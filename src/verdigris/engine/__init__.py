"""The loop.

graph        nodes and edges, on one screen
observe      what is around every step: halt check, events, counting
checkpoints  saving the state after every step, reading it back strictly
runner       drives a run: opens, walks, pauses, resumes, closes
"""
