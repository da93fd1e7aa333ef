"""How many threads are worth having here. Only the counting; nothing is set.

A thread more than there are cores costs more than it brings: the threads of the engine wait for
each other after every layer.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def usable_cores(root: Path = Path("/")) -> int:
    """Count the physical cores this process may use, at least one."""
    if sys.platform == "darwin":
        return _darwin_cores() or os.cpu_count() or 1
    allowed = os.sched_getaffinity(0)
    physical = _physical(_text(root / "proc/cpuinfo"), allowed) or len(allowed)
    return max(1, min(physical, _quota(root) or physical))


def _physical(cpuinfo: str, allowed: set[int]) -> int:
    """Count distinct (package, core) pairs among the allowed processors; 0 where it is not told."""
    seen: set[tuple[str, str]] = set()
    for block in cpuinfo.split("\n\n"):
        pairs = (line.partition(":") for line in block.splitlines())
        facts = {key.strip(): value.strip() for key, _, value in pairs}
        if "core id" in facts and int(facts.get("processor", -1)) in allowed:
            seen.add((facts.get("physical id", "0"), facts["core id"]))
    return len(seen)


def _quota(root: Path) -> int:
    """Return the cores a container may use by its CPU quota, or 0 when there is none."""
    limit, _, period = _text(root / "sys/fs/cgroup/cpu.max").strip().partition(" ")
    if not limit:
        limit = _text(root / "sys/fs/cgroup/cpu/cpu.cfs_quota_us").strip()
        period = _text(root / "sys/fs/cgroup/cpu/cpu.cfs_period_us").strip()
    if not limit.isdigit() or not period.isdigit() or int(period) == 0:
        return 0
    return max(1, int(limit) // int(period))


def _darwin_cores() -> int:
    # The efficiency cores of these machines slow the others down.
    for name in ("hw.perflevel0.physicalcpu", "hw.physicalcpu"):
        answer = subprocess.run(["sysctl", "-n", name], capture_output=True, text=True, check=False)
        if answer.stdout.strip().isdigit():
            return int(answer.stdout)
    return 0


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""
