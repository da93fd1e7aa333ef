"""The local model: no key, no cost, nothing leaves this machine.

catalogue  which models there are and which are here
pull       fetch one: resumable, verified, once at a time
fetch      the kinds of source a file can come from
gguf       is a file a model, and is it whole
locks      one process at a time, across processes
cores      how many threads are worth having
tuning     how an engine is set up, and what was measured to be fastest
tune       measuring it
engines    which engines are installed, and which serves a model how
state      the files of a running engine and who is behind them
engine     the process that serves a model (`python -m verdigris.models.local.engine`)
serving    llama.cpp's server inside that process
client     start an engine on demand, find it, stop it
talk       put a question to it, take several answers in
model      the Model seam over all this

Importing this package imports none of them.
"""
