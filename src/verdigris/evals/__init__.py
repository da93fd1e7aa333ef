"""Measuring Verdigris: suites of tasks, and whether a task is sound.

`tasks` reads a suite, `trees` lays a task's files out, `hidden` says whether a fix is right,
`validate` whether the tasks themselves are; `figures` has the arithmetic. It writes no report.
"""
