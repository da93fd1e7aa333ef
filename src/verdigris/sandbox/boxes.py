"""Names of what a command has on this machine while it runs, and the sweeping of leftovers.

The keeper makes these folders and control groups, holds a lock on each, and removes them. Should it
be killed itself, the lock goes with it, and whoever runs a command next removes what is left.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from verdigris.sandbox.keeper import groups

_PREFIX = "verdigris-box-"
_YOUNG = 60.0
"""Seconds in which the keeper may not yet have its lock."""


def new_name() -> str:
    return _PREFIX + secrets.token_hex(6)


def new_box() -> Path:
    """Return a path for a folder that does not exist yet; the keeper makes and removes it."""
    return Path(tempfile.gettempdir()).resolve() / new_name()


def started(pid: int) -> int:
    """Return when a process started, in the kernel's ticks; 0 where there is no such process."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("ascii", "replace")
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[19])


@cache
def sweep(parents: tuple[Path, ...]) -> None:
    """Remove what killed keepers left among these control groups and temporary folders; once."""
    left = [str(path) for parent in parents for path in _left_in(parent)]
    clear(left, [str(path) for path in _left_in(Path(tempfile.gettempdir()))])


def clear(paths: Iterable[str], folders: Iterable[str]) -> None:
    """Remove control groups, with whoever is in them, and folders."""
    for path in paths:
        groups.remove(path)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def _left_in(parent: Path) -> Iterator[Path]:
    for path in parent.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            about = path.lstat()
            if about.st_uid == os.geteuid() and time.time() - about.st_mtime > _YOUNG:
                _require_unheld(path)
                yield path


def _require_unheld(path: Path) -> None:
    """Raise OSError when a keeper holds it; this also holds across containers."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        os.close(descriptor)
