"""Tasks: where they come from, and what they consist of. Nothing here runs one.

reading    a suite: a folder of tasks, each with `task.toml` and its files
sources    whatever tasks can come from, under one roof
adapters   public sets on disk that are read as suites
trees      the files of a task, listed and laid out
labels     what is wrong in a task to be looked over, and marking by it
"""
