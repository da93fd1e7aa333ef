"""The keeper: a small program that runs one command and leaves nothing of it behind.

main       receives the order, runs the command, watches it, cleans up, reports
spawn      from fork to exec
reaping    the death of every descendant
stage      a private file system for what the command writes
watch      limits that are kept by looking now and then
groups     control groups: made, joined, read, killed, removed
linux      the system calls Python has no name for

It is started with `-I -S` and without the package's own imports: only built-in and light standard
modules are used here, because it starts once per command (`typing` alone would double its time).
"""
