"""Watches over the keeper: a stopped one is woken, and after one that is lost we clean up.

An isolated command cannot see its keeper. One that is merely limited can stop or kill it, and then
everything that the keeper would have done is done here, as far as its family can still be found.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from verdigris.core.value import Value
from verdigris.sandbox.boxes import clear
from verdigris.sandbox.keeper import groups, reaping

T = TypeVar("T")

_LOOK = 1.0
"""Seconds between looks at a keeper whose time has come."""
_PATIENCE = 10
"""Looks after which a keeper that is still stopped is given up: somebody stops it again."""
_LONGEST = 90
"""Looks after which any keeper is given up, also one that is at work, with a slow engine."""
_ENDING = 5.0
"""Seconds in which what is killed has to be gone."""


class Trail(Value):
    """By what the processes of a command, and what it leaves, are known from outside."""

    output: int
    """The inode of the pipe that they write to."""
    groups: tuple[str, ...]
    folders: tuple[str, ...]
    """To be removed; their names are random and stand in the variables of a limited process."""


async def outwait(
    owed: asyncio.Future[T], keeper: asyncio.subprocess.Process, trail: Trail
) -> T | None:
    """Wait for what a keeper owes whose time has come; None when it was given up and cleaned up."""
    for look in range(_LONGEST):
        gone = keeper.returncode is not None
        await asyncio.wait({owed}, timeout=_LOOK)
        if owed.done():
            return owed.result()
        if gone or (look >= _PATIENCE and _stopped(keeper.pid)):
            break
        # No harm to one that is not stopped. One that is goes on where it was, sees that time is
        # up, and ends the command in good order.
        with contextlib.suppress(ProcessLookupError):
            keeper.send_signal(signal.SIGCONT)
    await asyncio.to_thread(abandon, keeper.pid if keeper.returncode is None else None, trail)
    return None


def abandon(keeper: int | None, trail: Trail) -> None:
    """End a keeper, if it lives, and everything of its command; remove what they left."""
    if keeper is not None:
        # While it lives, stopped or not, all descendants can be found below it.
        _end(lambda: set(reaping.family(keeper)))
        reaping.send(keeper, signal.SIGKILL)
    for path in trail.groups:
        groups.kill(path)
    _end(lambda: _strays(trail))
    clear(trail.groups, trail.folders)


def _end(find: Callable[[], set[int]]) -> None:
    deadline = time.monotonic() + _ENDING
    while reaping.kill_found(find) and time.monotonic() < deadline:
        time.sleep(0.01)


def _strays(trail: Trail) -> set[int]:
    """Return the processes that print to the command's output or name its folders."""
    pipe = f"pipe:[{trail.output}]"
    marks = [os.fsencode(folder) for folder in trail.folders]
    found = set()
    with contextlib.suppress(OSError):
        for path in Path("/proc").iterdir():
            if path.name.isdigit() and int(path.name) != os.getpid():
                with contextlib.suppress(OSError):
                    if _prints_to(path, pipe) or any(m in _variables(path) for m in marks):
                        found.add(int(path.name))
    return found


def _prints_to(process: Path, pipe: str) -> bool:
    for number in "12":
        with contextlib.suppress(FileNotFoundError):
            if str((process / "fd" / number).readlink()) == pipe:
                return True
    return False


def _variables(process: Path) -> bytes:
    # A zombie has none, so that whoever was killed is not found again.
    return (process / "environ").read_bytes()


def _stopped(pid: int) -> bool:
    """Whether a process was stopped, by a signal or a debugger."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("ascii", "replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] in "Tt"
