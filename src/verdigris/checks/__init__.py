"""The static gate before anything runs, and the rule of honest green after it.

rules      what is looked for in Python, as data
policy     applies the rules to a syntax tree
tools      Ruff and Bandit on the changed files, new findings only
gate       all of the above for one change
honest     before and after: is it green, and honestly so?
"""
