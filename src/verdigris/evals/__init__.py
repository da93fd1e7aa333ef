"""Measuring: entrants at suites of tasks, judged by what they do not see, told as figures.

suites              the tasks that are shipped; data, no code of ours
plan, outcome       what an eval does, and what one job of it came to
tasks               suites of ours and of others, the files of a task, what is wrong in one
judging             what became of a job, by the same judge for all; whether tasks are sound
entrants            who is measured: Verdigris, a bare model, another agent
jobs                jobs in processes of their own, kept when they are finished
keeping, recording  the files of evals, and their rows in the database
figures             the arithmetic with its intervals, thresholds, and two evals side by side
reports             JSON, CSV, JUnit XML and a page of HTML
"""
