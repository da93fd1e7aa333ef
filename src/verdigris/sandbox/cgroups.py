"""Where control groups may be made here, and the limits as their files want them.

Version 2 where a part of the tree was handed to us, with memory and pids switched on; otherwise
version 1, where each controller has a tree of its own; otherwise none. It is tried, never assumed:
a group is made and removed again.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from verdigris.core.value import Value
from verdigris.sandbox.base import Limits
from verdigris.sandbox.boxes import new_name
from verdigris.sandbox.keeper import groups
from verdigris.sandbox.keeping import Group

_NEEDED = ("memory", "pids")
Mount = tuple[str, str, Path, list[str]]
"""Kind, root, mount point and options."""
_PERIOD = 100_000
"""Microseconds over which a share of the processors is counted."""


class Site(Value):
    """The folders in which groups can be made: one for version 2, one a controller for 1."""

    version: int
    parents: dict[str, Path]
    """By controller."""

    @property
    def controllers(self) -> tuple[str, ...]:
        return tuple(sorted(self.parents))

    def groups(self, limits: Limits, cpus: float | None, extra_mb: int = 0) -> tuple[Group, ...]:
        """Return the groups of one command; `extra_mb` is memory that its files may take."""
        name = new_name()
        memory = (limits.memory_mb + extra_mb) << 20
        pids = limits.processes + _OWN_TASKS
        if self.version == 2:
            values = [("memory.max", str(memory)), ("pids.max", str(pids))]
            optional = [("memory.swap.max", "0"), ("memory.oom.group", "1")]
            if cpus and "cpu" in self.parents:
                values.append(("cpu.max", f"{int(cpus * _PERIOD)} {_PERIOD}"))
            path = self.parents["memory"] / name
            return (Group(path=str(path), values=tuple(values), optional=tuple(optional)),)
        made = []
        for controller, parent in self.parents.items():
            values, optional = [], []
            if controller == "memory":
                values = [("memory.limit_in_bytes", str(memory))]
                optional = [("memory.memsw.limit_in_bytes", str(memory))]
            elif controller == "pids":
                values = [("pids.max", str(pids))]
            elif controller == "cpu" and cpus:
                quota = str(int(cpus * _PERIOD))
                values = [("cpu.cfs_period_us", str(_PERIOD)), ("cpu.cfs_quota_us", quota)]
            elif controller != "freezer":
                continue
            made.append(
                Group(path=str(parent / name), values=tuple(values), optional=tuple(optional))
            )
        return tuple(made)


_OWN_TASKS = 2
"""bubblewrap's two processes are in the group and not of the command's making."""


@cache
def find_site() -> Site | None:
    """Return where groups can be made, or None where they cannot."""
    if sys.platform != "linux":
        return None
    return next((site for site in candidates(Path("/proc/self")) if _works(site)), None)


def candidates(process: Path) -> Iterator[Site]:
    """Yield where groups might be made, best first, by what /proc tells of a process."""
    own, mounts = _own_groups(process), _mounts(process)
    yield from _unified(own, mounts)
    yield from _split(own, mounts)


def _unified(own: Mapping[str, str], mounts: Sequence[Mount]) -> Iterator[Site]:
    mount = next((m for m in mounts if m[0] == "cgroup2"), None)
    if mount is None or "" not in own:
        return
    _, root, point, _ = mount
    folder = _inside(point, root, own[""])
    # A group with processes of its own can hand no controllers down, so ours usually cannot hold
    # the new one and the group above it can, if it was handed to us.
    for candidate in (folder, *folder.parents):
        if candidate != point and point not in candidate.parents:
            return
        on = _words(candidate / "cgroup.subtree_control")
        if all(name in on for name in _NEEDED) and os.access(candidate / "cgroup.procs", os.W_OK):
            names = [*_NEEDED, *(["cpu"] if "cpu" in on else [])]
            yield Site(version=2, parents=dict.fromkeys(names, candidate))


def _split(own: Mapping[str, str], mounts: Sequence[Mount]) -> Iterator[Site]:
    parents: dict[str, Path] = {}
    for kind, root, point, options in mounts:
        if kind != "cgroup":
            continue
        for name in ("memory", "pids", "cpu", "freezer"):
            if name in options and name in own:
                parents[name] = _inside(point, root, own[name])
    if all(name in parents for name in _NEEDED):
        # Controllers that share a tree share its groups, too: one is enough.
        unique: dict[Path, str] = {}
        for name, path in parents.items():
            unique.setdefault(path, name)
        yield Site(version=1, parents={name: path for path, name in unique.items()})


def _works(site: Site) -> bool:
    made: list[Path] = []
    try:
        for group in site.groups(Limits(), None):
            path = Path(group.path)
            path.mkdir()
            made.append(path)
            for name, value in group.values:
                (path / name).write_text(value)
            # Whether a process may move there is for the kernel to say, too.
            moving = ["/bin/sh", "-c", 'echo $$ > "$1"', "sh", str(path / "cgroup.procs")]
            subprocess.run(moving, check=True, capture_output=True)
        return True
    except (OSError, subprocess.CalledProcessError):
        return False
    finally:
        for path in made:
            groups.remove(str(path))


def _own_groups(process: Path) -> dict[str, str]:
    """Return a process's group by controller; version 2 has the empty name."""
    found = {}
    for line in _lines(process / "cgroup"):
        _, names, path = line.split(":", 2)
        for name in names.split(","):
            found[name] = path
    return found


def _mounts(process: Path) -> list[Mount]:
    """Return each mounted tree of control groups."""
    found: list[Mount] = []
    for line in _lines(process / "mountinfo"):
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        if kind in ("cgroup", "cgroup2"):
            words = before.split(" ")
            found.append((kind, words[3], Path(words[4]), options.strip().split(",")))
    return found


def _inside(point: Path, root: str, path: str) -> Path:
    """Return where a group is seen, also from within a container that sees a part of the tree."""
    relative = path.removeprefix(root) if root != "/" and path.startswith(root) else path
    return point / relative.lstrip("/")


def _words(path: Path) -> list[str]:
    return " ".join(_lines(path)).split()


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
