"""Ends a job with everything it started, whatever process groups that has made for itself.

A job leads a session. Of Verdigris, what leaves the session does so on purpose and ends otherwise:
sandboxes end with the process that made them, and the engine of the local model is meant to stay.
Of another agent nothing may stay, so its job adopts what it leaves (`adopt`) and ends that too.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

_STATE, _PARENT, _SESSION = 0, 1, 3
"""Which fields of `/proc/PID/stat` they are, after the name."""
_PATIENCE = 10.0
"""Seconds for which processes that keep starting others are hunted."""


class _Process(NamedTuple):
    pid: int
    parent: int
    session: int
    dead: bool


def signal_session(leader: int, number: signal.Signals) -> None:
    """Send a signal to all processes of a session, the caller last where it is one of them."""
    members = [one.pid for one in _processes() if one.session == leader]
    for pid in sorted(members, key=lambda pid: pid == os.getpid()):
        _send(pid, number)
    # Where there is no /proc, at least the leader's own group.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def adopt() -> None:
    """Become the parent of every descendant that loses its own, where the system can do that."""
    from verdigris.sandbox.keeper.linux import become_subreaper

    with contextlib.suppress(OSError):
        become_subreaper()


def descendants(root: int, besides: Collection[int] = ()) -> list[int]:
    """Return the living processes below one, without some and what is below those."""
    below: dict[int, list[_Process]] = {}
    for one in _processes():
        below.setdefault(one.parent, []).append(one)
    found, waiting = [], [root]
    while waiting:
        for one in below.get(waiting.pop(), ()):
            if one.pid not in besides:
                waiting.append(one.pid)
                found += [] if one.dead else [one.pid]
    return found


def end_descendants(root: int, besides: Collection[int] = ()) -> bool:
    """Kill all processes below one, and those they start meanwhile; say whether none is left."""
    end = time.monotonic() + _PATIENCE
    while living := descendants(root, besides):
        if time.monotonic() > end:
            return False
        for pid in living:
            _send(pid, signal.SIGKILL)
        time.sleep(0.01)
    return True


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _processes() -> Iterator[_Process]:
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            yield _Process(
                int(folder.name), int(fields[_PARENT]), int(fields[_SESSION]),
                fields[_STATE] in "ZX",
            )  # fmt: skip
