"""The command line: one thin file per command, each a call into the engine.

Only typer is imported here at the top; everything else when a command runs, so that `--help` is
instant.
"""
