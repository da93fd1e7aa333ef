"""Limits that are kept by looking now and then, where the kernel does not count for us."""

from __future__ import annotations

import os
import time

from verdigris.sandbox.keeper import linux, reaping
from verdigris.sandbox.keeper.scratch import size_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MB = 1 << 20
_HASTE = 0.005
"""The shortest time between looks, in seconds."""


class Watch:
    """Something that grows while a command runs. `measure` is told the limit, in bytes."""

    def __init__(self, measure: Callable[[int], int], limit_mb: int, seconds: float) -> None:
        self._measure = measure
        self._limit = limit_mb * _MB
        self._seconds = seconds
        self._last = (0.0, 0)
        """When it was looked at, and the size."""
        self.next = 0.0
        """When to look again."""
        self.peak = 0

    def exceeded(self, now: float, *, at_once: bool = False) -> bool:
        if now < self.next and not at_once:
            return False
        spent = time.process_time()
        size = self._measure(self._limit)
        # What is slow to look at is looked at less often: never more than a twentieth of the time.
        # Ours, that is: that a command keeps all processors busy must not make us look away.
        pause = max(20 * (time.process_time() - spent), self._seconds)
        # What would be too large by then is looked at before.
        if size > self._last[1]:
            rate = (size - self._last[1]) / max(now - self._last[0], _HASTE)
            pause = min(pause, max((self._limit - size) / rate / 2, _HASTE))
        self._last = now, size
        self.next = now + pause
        self.peak = max(self.peak, size)
        return self.peak > self._limit


def growth_of(folders: list[str]) -> Callable[[int], int]:
    """Return what measures by how much folders have grown from now on."""
    before = sum(map(size_of, folders))
    return lambda limit: sum(map(size_of, folders)) - before


def memory_of_descendants(limit: int) -> int:
    """Return the bytes in memory of all descendants, but for what is a file on a disk as well.

    Pages that several of them share are counted for each as long as that does not matter: telling
    how many share a page is slow. Beyond the limit it is not said how far.
    """
    family = _family()
    rough = {pid: _resident(pid) for pid in family}
    total = sum(rough.values()) * 1024
    if total <= limit:
        return total
    total = 0
    for pid in sorted(family, key=rough.__getitem__, reverse=True):
        total += _fair_share(pid, family[pid]) * 1024
        if total > limit:
            # Enough to know; every moment counts now.
            break
    return total


def _family() -> dict[int, int]:
    """Return the descendants as `reaping` does, quicker; one that moves may be missed."""
    found: dict[int, int] = {}
    queue = [os.getpid()]
    try:
        while queue:
            parent = queue.pop()
            for child in _children(parent):
                found[child] = parent
                queue.append(child)
    except FileNotFoundError:
        # A kernel without these files, or a process that ended meanwhile.
        return reaping.family(os.getpid())
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
            found += map(int, file.read().split())
    return found


def _fair_share(pid: int, parent: int) -> int:
    """Return the kilobytes of a process, with its part of what it shares."""
    if linux.same_memory(pid, parent):
        return 0
    return _kilobytes(pid, "smaps_rollup", ("Pss_Anon:", "Pss_Shmem:", "SwapPss:")) or _resident(
        pid
    )


def _resident(pid: int) -> int:
    parts = _kilobytes(pid, "status", ("RssAnon:", "RssShmem:", "VmSwap:"))
    return parts or _kilobytes(pid, "status", ("VmRSS:",))


def _kilobytes(pid: int, name: str, fields: tuple[str, ...]) -> int:
    total = 0
    for path in _places(pid, name):
        try:
            with open(path, encoding="ascii", errors="replace") as file:
                for line in file:
                    if line.startswith(fields):
                        total += int(line.split()[1])
        except OSError:
            continue
        if total:
            break
    return total


def _places(pid: int, name: str) -> Iterator[str]:
    """Return where a process tells of itself: by any thread, should the first have ended."""
    yield f"/proc/{pid}/{name}"
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for thread in threads:
        yield f"/proc/{pid}/task/{thread}/{name}"
