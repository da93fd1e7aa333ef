"""Ends a job with everything it started, whatever process groups that has made for itself.

A job leads a session. What leaves the session on purpose ends otherwise: sandboxes end with the
process that made them, and the engine of the local model is meant to stay.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

_SESSION = 3
"""Which field of `/proc/PID/stat` it is, after the name."""


def signal_session(leader: int, number: signal.Signals) -> None:
    """Send a signal to all processes of a session, the caller last where it is one of them."""
    for pid in sorted(_members(leader), key=lambda pid: pid == os.getpid()):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)
    # Where there is no /proc, at least the leader's own group.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def _members(leader: int) -> Iterator[int]:
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            if int(fields[_SESSION]) == leader:
                yield int(folder.name)
