"""Runs one hostile program against one station and collects the evidence, all from outside."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from hostile_programs.base import Program
from hostile_scenes import Evidence, Scene, set_up
from hostile_station import NoAnswer, Refused, Station
from hostile_watch import Seen, Watcher, end, marked

from verdigris.sandbox.base import Completed, Limits, View

PRELUDE = (Path(__file__).parent / "hostile_programs" / "prelude.py").read_text("utf-8")
LIMITS = Limits(
    wall_seconds=5, cpu_seconds=3, memory_mb=128, file_mb=4, disk_mb=16, processes=32,
    open_files=96, output_kb=128,
)  # fmt: skip
PATH = "/usr/local/bin:/usr/bin:/bin"
PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/etc", "/usr/lib", "/usr/local/bin", "/opt", "/run", "/")
"""Where nothing that bears a program's mark may be found afterwards."""


@dataclass(frozen=True)
class Outcome:
    evidence: Evidence
    completed: Completed | None
    refused: str = ""
    """What the sandbox said if it gave up; that is no way of stopping a program."""

    @property
    def kinds(self) -> set[str]:
        return {kind for kind, _ in self.evidence}

    def __str__(self) -> str:
        lines = [f"{kind}: {text}" for kind, text in self.evidence]
        if self.refused:
            lines.append(f"the sandbox gave up: {self.refused}")
        if self.completed:
            lines.append(f"ended by {self.completed.ended_by}, {self.completed.message}")
            lines.append(f"output: {self.completed.output[-600:]}")
        return "\n".join(lines)


def attack(station: Station, program: Program) -> Outcome:
    """Run the program once and look at everything that it may have touched."""
    mark = f"vgmark{secrets.token_hex(8)}"
    station.world.make()
    limits = LIMITS.model_copy(update=dict(program.limits))
    with set_up(program.scene, station, mark) as scene:
        before = station.world.outside()
        try:
            with Watcher(mark) as watcher:
                completed, refused, trouble = _run(station, program, mark, scene, limits)
                alive = marked(mark)
            evidence = [
                *trouble,
                *_survivors(alive),
                *_measured(watcher.seen, limits, completed),
                *_stored(station, limits),
                *sorted(watcher.seen.notes),
                *_leaks(station, scene, completed),
                *_changes(station, before, mark),
                *_heard(station, mark),
                *scene.evidence(),
            ]
            return Outcome(evidence, completed, refused)
        finally:
            end(mark)
            station.restore(mark)


def _run(
    station: Station, program: Program, mark: str, scene: Scene, limits: Limits
) -> tuple[Completed | None, str, Evidence]:
    world = station.world
    values = {
        "mark": mark, "home": str(world.home), "project": str(world.project),
        "environment": str(world.environment), "records": str(world.records),
        "kept": str(world.kept), "static": str(world.static), "sockets": str(world.sockets),
        "data": str(world.workspace.parents[2]), "terminal": station.terminal.name,
        "caller": station.caller.pid, "harness": os.getpid(),
        **station.listeners.values, **station.victim.values, **scene.values,
    }  # fmt: skip
    if program.language == "sh":
        words = [f"{name}='{value}'" for name, value in values.items()]
        text, command = "\n".join([*words, dedent(program.code)]), ["/bin/sh", "attack"]
        command.append(mark)
    else:
        text, command = PRELUDE + dedent(program.code), ["python3", "attack", json.dumps(values)]
    (world.workspace / "attack").write_text(text, "utf-8")
    asked = {
        "command": command,
        "cwd": world.workspace,
        "env": {"PATH": PATH, "LANG": "C.UTF-8", "VG_MARK": mark},
        "limits": limits,
        "view": View(readable=(world.environment,), kept=(world.records, world.kept)),
    }
    try:
        return station.run(limits.wall_seconds + station.patience, **asked), "", []
    except Refused as error:
        return None, str(error), []
    except NoAnswer as silence:
        harm = station.caller_harm()
        station.renew()
        return None, "", [("signal", harm) if harm else ("hang", str(silence))]


def _survivors(pids: list[int]) -> Evidence:
    names = []
    for pid in pids:
        with contextlib.suppress(OSError):
            state = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
            if state.rpartition(")")[2].split()[0] not in "ZX":
                names.append(
                    Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")[:60]
                )
    return [("survivor", f"still running: {names}")] if names else []


def _measured(seen: Seen, limits: Limits, completed: Completed | None) -> Evidence:
    """Compare with the limits, leaving room for what a sandbox itself needs to notice."""
    output = len(completed.output.encode()) if completed else 0
    rows = (
        ("crowd", seen.crowd, 3 * limits.processes, "processes"),
        ("memory", seen.memory_mb, 2.5 * limits.memory_mb, "MB of memory"),
        ("memory", seen.shared_mb, 2.5 * limits.memory_mb, "MB in files in memory"),
        ("disk", seen.disk_mb, 4 * limits.disk_mb, "MB on the disk"),
        ("disk", seen.file_mb, 2 * limits.file_mb, "MB in one file"),
        ("descriptors", seen.descriptors, 2 * limits.open_files, "open files"),
        ("cpu", seen.cpu_seconds, limits.cpu_seconds + 2.5, "s of CPU time in one process"),
        ("wall", seen.alive_seconds, limits.wall_seconds + 2, "s by the clock"),
        ("output", output, 2 * 1024 * limits.output_kb, "bytes of output"),
    )
    found = [(kind, f"{value:.0f} {unit}") for kind, value, most, unit in rows if value > most]
    praised = completed and completed.ended_by == "exit" and completed.exit_code == 0
    if completed and praised and "FAILED ON PURPOSE" in completed.output:
        found.append(("fooled", "a program that failed was reported as successful"))
    return found


def _stored(station: Station, limits: Limits) -> Evidence:
    """Weigh what is left in the places that stay."""
    sizes = [station.world.records.lstat().st_size]
    for folder in (station.world.workspace, station.world.kept):
        sizes += [path.lstat().st_blocks * 512 for path in folder.rglob("*")]
    if max(sizes) > limits.file_mb * 2e6 or sum(sizes) > limits.disk_mb * 4e6:
        return [("disk", f"{sum(sizes) / 1e6:.0f} MB are left")]
    return []


def _leaks(station: Station, scene: Scene, completed: Completed | None) -> Evidence:
    text = (completed.output if completed else "") + station.world.left()
    needles = [station.world.secret, *scene.needles]
    return [("leak", f"it knows {needle[:10]}…") for needle in needles if needle in text]


def _changes(station: Station, before: dict[str, str], mark: str) -> Evidence:
    after = station.world.outside()
    names = sorted(k for k in before.keys() | after.keys() if before.get(k) != after.get(k))
    found: Evidence = [("change", f"changed outside: {name}") for name in names]
    for place in PLACES:
        for path in Path(place).glob(f"*{mark}*"):
            found.append(("change", f"left behind: {path}"))
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    for line in mounts:
        if str(station.world.root) in line or mark in line:
            found.append(("change", f"a mount is left: {line}"))
            subprocess.run(["umount", "-l", line.split()[4]], check=False)
    return found


def _heard(station: Station, mark: str) -> Evidence:
    found: Evidence = []
    station.listeners.settle()
    if mark.encode() in station.listeners.heard:
        found.append(("contact", "a listener outside heard it"))
    if mark.encode() in station.terminal.received():
        found.append(("terminal", "the caller's terminal received its bytes"))
    for harm in (station.victim.harm(), station.caller_harm()):
        if harm:
            found.append(("signal", harm))
    return found
