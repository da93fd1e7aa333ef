"""The death of every descendant.

The keeper is a subreaper: whoever forks twice and starts a session of its own becomes our child
when its parent ends. So as long as we have no child there is no descendant, and as long as there is
one it is found by walking /proc. Where there is no such thing (macOS) the process group must do.
"""

from __future__ import annotations

import os
import time

from verdigris.sandbox.keeper import groups, signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_PATIENCE = 20.0
"""Seconds after which what does not die is left to the kernel (a process stuck in a device)."""


def reap() -> tuple[dict[int, int], bool]:
    """Bury the dead; return their statuses, and whether any child is left."""
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended, False
        if pid == 0:
            return ended, True
        ended[pid] = status


def end_all(leader: int, paths: list[str], ended: dict[int, int]) -> bool:
    """Kill every descendant and wait until none is left; tell whether that came true.

    Statuses of those that end meanwhile are added to `ended`.
    """
    deadline = time.monotonic() + _PATIENCE
    pause = 0.0005
    while True:
        found, left = reap()
        ended.update(found)
        grouped = [path for path in paths if groups.kill(path)]
        if not left and not grouped:
            return True
        if time.monotonic() > deadline:
            return False
        if left:
            _kill_family(leader, leader not in ended)
        time.sleep(pause)
        pause = min(pause * 2, 0.05)


def _kill_family(leader: int, leader_lives: bool) -> None:
    if leader_lives:
        send(-leader, signals.SIGKILL)
    kill_found(lambda: set(family(os.getpid())))


def kill_found(find: Callable[[], set[int]]) -> bool:
    """Kill whoever is found; tell whether there was anybody. Call again until there is not."""
    # Stopped first, and looked for again until there is no new one: a fork bomb would otherwise
    # breed faster than it is killed.
    stopped: set[int] = set()
    for _ in range(20):
        found = find()
        if found <= stopped:
            break
        for pid in found - stopped:
            send(pid, signals.SIGSTOP)
        stopped |= found
    for pid in stopped:
        send(pid, signals.SIGKILL)
    return bool(stopped)


def send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except OSError:
        return


def family(root: int) -> dict[int, int]:
    """Return the living descendants of a process, each with its parent."""
    children: dict[int, list[int]] = {}
    for pid, parent, lives in _processes():
        if lives:
            children.setdefault(parent, []).append(pid)
    found: dict[int, int] = {}
    queue = [root]
    while queue:
        parent = queue.pop()
        new = children.pop(parent, [])
        found.update(dict.fromkeys(new, parent))
        queue.extend(new)
    return found


def _processes() -> list[tuple[int, int, bool]]:
    """Return each process with its parent, and whether it lives."""
    rows = []
    try:
        names = os.listdir("/proc")
    except OSError:
        return []
    for name in names:
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                words = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        # One whose first thread has ended looks dead while the others go on.
        rows.append((int(name), int(words[1]), words[0] != b"Z" or int(words[17]) > 1))
    return rows


def count_tasks(uid: int) -> int:
    """Return how many processes and threads a user runs, as RLIMIT_NPROC counts them."""
    total = 0
    for pid, _, _ in _processes():
        try:
            if os.stat(f"/proc/{pid}").st_uid == uid:
                total += len(os.listdir(f"/proc/{pid}/task"))
        except OSError:
            continue
    return total
