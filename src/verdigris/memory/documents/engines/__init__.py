"""Libraries that keep documents in a folder, each in a process of its own.

They are slow to import, print, phone home unless told not to, and crash on damaged files; none of
that reaches the run. `serve` is that process; `boxed` in the room above talks to it.

serve   answers one request a line; takes turns on a folder with other processes
chroma  Chroma, in its persistent mode
mem0    Mem0, self-hosted, on its local vector store
"""
