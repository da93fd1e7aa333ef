"""Control groups of one command, version 1 or 2: made, joined, read, killed, removed."""

from __future__ import annotations

import os
import time

from verdigris.sandbox.keeper import signals
from verdigris.sandbox.keeper.scratch import hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


def make(group: Mapping[str, Any]) -> None:
    path = group["path"]
    os.mkdir(path)
    hold(path)
    for name, value in group["values"]:
        _write(path, name, value)
    for name, value in group["optional"]:
        try:
            _write(path, name, value)
        except OSError:
            continue


def join(path: str) -> None:
    """Move the calling process into a group."""
    _write(path, "cgroup.procs", "0")


def members(path: str) -> list[int]:
    return [int(line) for line in _read(path, "cgroup.procs").split()]


def kill(path: str) -> bool:
    """Kill every member; tell whether there was any. Call again until there is none."""
    found = members(path)
    if not found:
        return False
    try:
        _write(path, "cgroup.kill", "1")  # version 2, since Linux 5.14: at once and for all
        return True
    except OSError:
        pass
    # Frozen first, so that a fork bomb does not grow while it is being killed.
    frozen = _freeze(path, True)
    for pid in members(path):
        try:
            os.kill(pid, signals.SIGKILL)
        except OSError:
            continue
    if frozen:
        _freeze(path, False)
    return True


def remove(path: str) -> None:
    for _ in range(200):
        try:
            os.rmdir(path)
        except FileNotFoundError:
            return
        except OSError:
            # Killed members are gone from sight a moment before they are gone.
            kill(path)
            time.sleep(0.01)
        else:
            return


def usage(paths: Iterable[str]) -> dict[str, int]:
    """Return what the kernel counted: kills for memory, forks refused, bytes at the peak."""
    seen: dict[str, int] = {}
    for path in paths:
        for name in ("memory.events", "memory.oom_control"):
            if "oom_kill" in (counts := _counts(path, name)):
                seen["oom_kills"] = counts["oom_kill"]
        if "max" in (counts := _counts(path, "pids.events")):
            seen["fork_failures"] = counts["max"]
        for name in ("memory.peak", "memory.max_usage_in_bytes"):
            if (text := _read(path, name).strip()).isdigit():
                seen["peak"] = int(text)
    return seen


def _freeze(path: str, on: bool) -> bool:
    for name, values in (("cgroup.freeze", "01"), ("freezer.state", ("THAWED", "FROZEN"))):
        try:
            _write(path, name, values[on])
        except OSError:
            continue
        return True
    return False


def _counts(path: str, name: str) -> dict[str, int]:
    words = [line.split() for line in _read(path, name).splitlines()]
    return {pair[0]: int(pair[1]) for pair in words if len(pair) == 2 and pair[1].isdigit()}


def _read(path: str, name: str) -> str:
    try:
        with open(os.path.join(path, name), encoding="ascii") as file:
            return file.read()
    except OSError:
        return ""


def _write(path: str, name: str, value: str) -> None:
    # Not open(..., "w"), which would create a file of that name where the group has none.
    descriptor = os.open(os.path.join(path, name), os.O_WRONLY)
    try:
        os.write(descriptor, value.encode("ascii"))
    finally:
        os.close(descriptor)
