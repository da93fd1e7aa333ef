"""The local model: no key, no cost, nothing leaves this machine.

catalogue  which models there are and which are here
pull       fetch one: resumable, verified, once at a time
fetch      the two kinds of source a file can come from
locks      one process at a time, across processes
cores      how many threads are worth having
state      the engine's files and who is behind them
engine     the process that serves a model (`python -m verdigris.models.local.engine`)
client     start the engine on demand, find it, stop it

Importing this package imports none of them.
"""
