"""A limited process: every limit holds, every descendant dies. It does not isolate.

The command may read what the user may read, write where the user may write, and use the network.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Completed, Limits, View
from verdigris.sandbox.boxes import new_box, sweep
from verdigris.sandbox.cgroups import Site, find_site
from verdigris.sandbox.keeping import Group, Order, keep
from verdigris.sandbox.outcome import completed

_MB = 1 << 20


class ProcessSandbox:
    name = "process"
    isolates = False
    python = None

    def __init__(self, cpus: float | None = None) -> None:
        self._cpus = cpus

    async def run(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        limits: Limits,
        view: View = View(),
    ) -> Completed:
        box = new_box()
        grouped = control_groups(limits, self._cpus)
        home, tmp = str(box / "home"), str(box / "tmp")
        kept_folders = [str(path) for path in view.kept if path.is_dir()]
        order = Order(
            argv=tuple(command),
            env={**env, "HOME": home, "TMPDIR": tmp},
            cwd=str(require_folder(cwd)),
            wall_seconds=limits.wall_seconds,
            rlimits=rlimits(limits, in_group=bool(grouped)),
            more_processes=None if grouped else limits.processes,
            cpus=whole_cpus(self._cpus),
            groups=grouped,
            memory_mb=summed_memory(limits, grouped),
            watched=(str(cwd), str(box), *kept_folders),
            watched_mb=limits.disk_mb,
            make=(str(box), home, tmp),
            remove=(str(box),),
        )
        return completed(await keep(order, output_kb=limits.output_kb), limits)


def require_folder(cwd: Path) -> Path:
    if not cwd.is_dir():
        raise SandboxUnavailable(f"The working folder {cwd} does not exist.")
    return cwd


def control_groups(limits: Limits, cpus: float | None, extra_mb: int = 0) -> tuple[Group, ...]:
    site = find_site()
    sweep(_parents(site))
    return site.groups(limits, cpus, extra_mb) if site else ()


def summed_memory(limits: Limits, grouped: Sequence[Group]) -> int | None:
    """Return the limit that the keeper keeps by adding up, where no group does it."""
    return None if grouped else limits.memory_mb


def _parents(site: Site | None) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(site.parents.values())) if site else ()


def whole_cpus(cpus: float | None) -> int | None:
    """Return how many processors to be tied to, where a control group cannot count a share."""
    site = find_site()
    return None if cpus is None or (site and "cpu" in site.parents) else math.ceil(cpus)


def rlimits(limits: Limits, *, in_group: bool) -> tuple[tuple[str, int, int], ...]:
    """Return the limits that the kernel keeps for each process by itself."""
    memory = limits.memory_mb * _MB
    return (
        # Soft before hard: the kernel says SIGXCPU, which names the limit, before SIGKILL.
        ("CPU", limits.cpu_seconds, limits.cpu_seconds + 1),
        ("FSIZE", limits.file_mb * _MB, limits.file_mb * _MB),
        ("NOFILE", limits.open_files, limits.open_files),
        ("CORE", 0, 0),
        # The group kills whoever takes too much. What a process asks for in one piece is refused
        # before, so that a greedy test fails with MemoryError and the others still run. Address
        # space counts too much (what is reserved and never used) but is all there is without one;
        # what all processes have together the keeper adds up.
        ("DATA" if in_group else "AS", memory, memory),
    )
