"""Measuring: entrants at suites of tasks, judged by what they do not see, told as figures.

tasks, trees, sources, adapters   suites of ours and of others, and the files of a task
labels                            what is wrong in a task to be looked over, and marking by it
validate                          whether the tasks themselves are sound
plan, keeping                     what an eval does, and its files
lanes, running, order, job        jobs in processes of their own, kept when they are finished
desks, ending, spending           their folders, their end, and what they have used
entrants, agents, baselines       who is measured
left, hidden, judging, outcome    what became of a job, by the same judge for all
figures, shares                   the arithmetic, with its intervals
metrics, alarms, compare, gates   what is told of an eval, of audits, of two, and its thresholds
reports                           JSON, CSV, JUnit XML and a page of HTML
"""
