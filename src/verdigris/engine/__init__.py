"""The loop.

graph        nodes and edges, on one screen
observe      what is around every step: halt check, events, counting
checkpoints  saving the state after every step, reading it back strictly
assemble     puts together what the steps work with
runs         the folders of runs: names, locks, leftovers
forgetting   removing what is left of runs
evidence     what a run leaves behind for others to check
health       what is here and what is missing
runner       drives a run: opens, walks, pauses, resumes, closes
"""
