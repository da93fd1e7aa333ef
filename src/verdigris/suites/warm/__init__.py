"""Trying candidates without a process start for each.

launch     how the project's pytest is started as a worker, and which test commands allow it
wire       what a worker may say; everything else is refused
worker     one worker inside the sandbox, with its own copy of the project
trials     for callers who want a Report in any case: warm where faithful, else cold
runner     the pool: a change in, a Report out, or the reason why only a cold run can tell

The side that runs inside the project's interpreter is `suites/plugin/verdigris_warm*.py`. A report
from here is never a verdict: what is green warm is verified by a cold run in a fresh copy.
"""
