"""Entrants: who is measured, each given the same project or goal and the same limits.

enter      takes one to a task: Verdigris, or one of the others
agents     another agent, by its command
baselines  a bare model: one sample, or several of which the tests pick
exams      a task as a bare model meets it
watching   the story and the counts of a run
spending   what its answers cost, for whoever outlives it
seeding    what makes runs differ
ending     ends all that one started
"""
