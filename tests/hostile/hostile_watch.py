"""The watcher: it looks at a program's processes from outside, through /proc, while they run.

A process belongs to a program when the program's mark stands in its arguments or its variables,
whatever namespace it lives in.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import stat
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

_TMPFS = 0x01021994
_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_HANDLES = ("[perf_event]", "bpf-map", "bpf-prog")
NAME = "vg-hostile"
"""What programs call themselves; whoever merely starts them bears another name."""


@dataclass
class Seen:
    """The most that was seen at any one moment."""

    crowd: int = 0
    memory_mb: float = 0
    disk_mb: float = 0
    shared_mb: float = 0
    """Like `disk_mb`, in a file system that lives in memory."""
    file_mb: float = 0
    descriptors: int = 0
    cpu_seconds: float = 0
    """Of one process."""
    alive_seconds: float = 0
    notes: set[tuple[str, str]] = field(default_factory=set)


def marked(mark: str, skip: frozenset[int] = frozenset()) -> list[int]:
    """Return the living processes that bear the mark."""
    needle = mark.encode()
    found = []
    for pid in all_processes() - skip:
        if needle in _words(pid):
            found.append(pid)
    return found


def all_processes() -> frozenset[int]:
    with os.scandir("/proc") as entries:
        return frozenset(int(entry.name) for entry in entries if entry.name.isdigit())


def end(mark: str) -> list[int]:
    """Kill what bears the mark until nothing does; return whom it found at first."""
    first = marked(mark)
    deadline = time.monotonic() + 10
    while (left := marked(mark)) and time.monotonic() < deadline:
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)
    return first


def _words(pid: int) -> bytes:
    words = b""
    for part in ("cmdline", "environ"):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/{part}", "rb") as file:  # noqa: PTH123
            words += file.read(65536)
    return words


class Watcher:
    def __init__(self, mark: str) -> None:
        self.seen = Seen()
        self._mark = mark
        self._before = all_processes()
        self._first: float | None = None
        self._rested = 0.0
        self._users = Path("/proc/self/ns/user").readlink()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Watcher:
        self._thread.start()
        return self

    def __exit__(self, *reason: object) -> None:
        self._ending.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ending.wait(0.015):
            self._look()

    def _look(self) -> None:
        pids = marked(self._mark, self._before)
        if not pids:
            return
        seen = self.seen
        now = time.monotonic()
        seen.crowd = max(seen.crowd, len(pids))
        memory, places = 0.0, {}
        for pid in pids:
            with contextlib.suppress(OSError, ValueError, IndexError):
                memory += self._one(pid)
                place = os.stat(f"/proc/{pid}/cwd/")  # noqa: PTH116
                places[place.st_dev, place.st_ino] = f"/proc/{pid}/cwd/"
        if memory > 300:  # shared pages were counted once for each process
            memory = sum(_fair_share(pid) for pid in pids)
        seen.memory_mb = max(seen.memory_mb, memory)
        if now < self._rested:
            return
        for place in places.values():
            with contextlib.suppress(OSError):
                self._flood(place)
        # A folder with thousands of files is slow to look at; the program needs the time as well.
        self._rested = time.monotonic() + 3 * (time.monotonic() - now)

    def _one(self, pid: int) -> float:
        folder = Path(f"/proc/{pid}")
        fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        cpu = (int(fields[11]) + int(fields[12])) / _TICK
        self.seen.cpu_seconds = max(self.seen.cpu_seconds, cpu)
        if (folder / "comm").read_text("utf-8", "replace").strip() == NAME:
            # Not from the first mark on: whoever starts it, such as an engine's client, needs time.
            self._first = self._first or time.monotonic()
            self.seen.alive_seconds = time.monotonic() - self._first
            self._privileges(folder)
            with contextlib.suppress(PermissionError):
                self._descriptors(folder)
        return int((folder / "statm").read_text().split()[1]) * _PAGE / 1e6

    def _privileges(self, folder: Path) -> None:
        status = (folder / "status").read_text("utf-8", "replace")
        rows = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        if rows.get("NoNewPrivs") == "0":
            self.seen.notes.add(("elevation", "set-user-id programs give it their rights"))
        # Capabilities in a namespace of its own say nothing about this machine.
        with contextlib.suppress(PermissionError):
            if (folder / "ns" / "user").readlink() == self._users and int(rows["CapEff"], 16):
                self.seen.notes.add(("privilege", f"it holds capabilities {rows['CapEff']}"))

    def _descriptors(self, folder: Path) -> None:
        entries = list((folder / "fd").iterdir())
        self.seen.descriptors = max(self.seen.descriptors, len(entries))
        deleted: dict[bool, float] = {True: 0, False: 0}
        for entry in entries[:80]:
            with contextlib.suppress(OSError):
                target = str(entry.readlink())
                if any(handle in target for handle in _HANDLES):
                    self.seen.notes.add(("handle", target))
                status = entry.stat()
                if not status.st_nlink and stat.S_ISREG(status.st_mode):
                    deleted[_in_memory(str(entry))] += status.st_blocks * 512 / 1e6
        self.seen.shared_mb = max(self.seen.shared_mb, deleted[True])
        self.seen.disk_mb = max(self.seen.disk_mb, deleted[False])

    def _flood(self, place: str) -> None:
        """Add up what floods leave where they run: files and folders called `flood…`."""
        blocks, largest = 0, 0
        with os.scandir(place) as entries:
            for entry in entries:
                if not entry.name.startswith("flood"):
                    continue
                status = entry.stat(follow_symlinks=False)
                blocks += status.st_blocks
                if stat.S_ISREG(status.st_mode):
                    largest = max(largest, status.st_size)
        seen, size = self.seen, blocks * 512 / 1e6
        seen.file_mb = max(seen.file_mb, largest / 1e6)
        if size and _in_memory(place):
            seen.shared_mb = max(seen.shared_mb, size)
        else:
            seen.disk_mb = max(seen.disk_mb, size)


def _fair_share(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return int(text.partition("\nPss:")[2].split()[0]) / 1e3
    except (OSError, IndexError, ValueError):
        return 0


def _in_memory(place: str) -> bool:
    buffer = (ctypes.c_long * 64)()
    libc = ctypes.CDLL(None)
    return libc.statfs(place.encode(), buffer) == 0 and buffer[0] == _TMPFS
