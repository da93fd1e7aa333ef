"""Jobs: a task and a run of an entrant, each in a process of its own.

running    all jobs of an eval: some at once, watched from outside
lanes      which come one after the other, and which may come at once
order      what a job is told
job        the process of one
desks      the folders in which they work
budget     how much a whole eval may use
"""
