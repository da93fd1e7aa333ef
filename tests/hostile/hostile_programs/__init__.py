"""The hostile corpus: programs that try to break out of, overload, outlive or fool a sandbox.

Data only: one `Program` each, by family. What runs them and judges them is in
`hostile_harness.py`; the page `docs/hostile.md` is made from the same data.
"""

from __future__ import annotations

from hostile_programs import outlive, overload, plant, reach, secrets_
from hostile_programs.base import Program

FAMILIES: dict[str, tuple[Program, ...]] = {
    "fork bombs": overload.FORKS,
    "memory bombs": overload.MEMORY,
    "disk floods": overload.DISK,
    "output floods": overload.OUTPUT,
    "time": overload.CPU,
    "open files": overload.DESCRIPTORS,
    "daemons": outlive.DAEMONS,
    "the keeper": outlive.KEEPER,
    "keys and private files": secrets_.KEYS,
    "/proc": secrets_.PROC,
    "variables": secrets_.ENVIRONMENT,
    "inherited descriptors": secrets_.DESCRIPTORS,
    "kernel interfaces": secrets_.KERNEL,
    "clock and name": secrets_.CLOCK,
    "privileges": secrets_.PRIVILEGE,
    "shared memory and queues": secrets_.SHARED_MEMORY,
    "links": plant.LINKS,
    "the user's tree and Verdigris' files": plant.TREE,
    "traps for later": plant.TRAPS,
    "mounts and namespaces": plant.MOUNTS,
    "network": reach.NETWORK,
    "sockets": reach.SOCKETS,
    "signals and debugging": reach.SIGNALS,
    "terminal": reach.TERMINAL,
}
PROGRAMS: tuple[Program, ...] = tuple(each for family in FAMILIES.values() for each in family)

OPEN: dict[tuple[str, str], str] = {}
"""Holes that are known, by backend and program. The tests insist that they are still there."""

__all__ = ["FAMILIES", "OPEN", "PROGRAMS", "Program"]
