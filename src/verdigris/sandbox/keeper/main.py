"""Receives one order, carries it out, reports. Started by `keeping.keep`, never imported by it.

Descriptor 0 is the leash: the order comes in by it, and its end means that nobody waits for us any
more. Descriptor 1 takes the report, descriptor 2 is where the command's output goes; nothing else
is written there.
"""

from __future__ import annotations

import marshal
import os
import resource
import select
import time

from verdigris.sandbox.keeper import groups, linux, reaping, signals
from verdigris.sandbox.keeper.scratch import make_folder, remove_folder
from verdigris.sandbox.keeper.spawn import execute, spawn
from verdigris.sandbox.keeper.stage import StageSet
from verdigris.sandbox.keeper.watch import Watch, growth_of, memory_of_descendants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_TOOL_SECONDS = 30.0
_LOOK_SECONDS = 0.1
_MEMORY_SECONDS = 0.02
"""Memory is filled faster than a disk."""
_MB = 1 << 20


def main() -> None:
    order = _receive()
    if order is None:
        return
    keeper = Keeper(order)
    try:
        keeper.run()
    except BaseException as error:
        # Also one of our own mistakes: a traceback would be taken for the command's output.
        keeper.report["fault"] = str(error) or type(error).__name__
    finally:
        keeper.clean_up()
        _send(keeper.report)


class Keeper:
    def __init__(self, order: Mapping[str, Any]) -> None:
        self._order = order
        self._leader = 0
        self._ended: dict[int, int] = {}
        self._stage: StageSet | None = None
        self._said = (-1, -1)
        self._groups: list[str] = []
        self._watches: dict[str, Watch] = {}
        """By the reason for which the command is ended."""
        self.report: dict[str, Any] = {}

    def run(self) -> None:
        order = self._order
        wake = _listen()
        linux.become_subreaper()
        for folder in order["make"]:
            make_folder(folder)
        for group in order["groups"]:
            self._groups.append(group["path"])
            groups.make(group)
        if stage := order["stage"]:
            self._stage = StageSet(stage["at"], stage["size_mb"], stage["lower"], stage["folders"])
        if order["status"]:
            self._said = os.pipe()
        if order["watched"]:
            grown = growth_of(order["watched"])
            self._watches["disk"] = Watch(grown, order["watched_mb"], _LOOK_SECONDS)
        if order["memory_mb"]:
            self._watches["memory"] = Watch(
                memory_of_descendants, order["memory_mb"], _MEMORY_SECONDS
            )
        self._leader = spawn(order, self._said[1])
        deadline = time.monotonic() + order["wall_seconds"]
        stop = self._wait(wake, deadline)
        if not stop and order["grace_seconds"]:
            self._linger(order["grace_seconds"])
        reaping.end_all(self._leader, self._groups, self._ended)
        self._note(stop)

    def _wait(self, wake: int, deadline: float) -> str:
        """Wait until the command ends or has to; return why it has to."""
        poll = select.poll()
        poll.register(0, select.POLLIN)
        poll.register(wake, select.POLLIN)
        while True:
            ended, _ = reaping.reap()
            self._ended.update(ended)
            if self._leader in self._ended:
                return ""
            now = time.monotonic()
            if now >= deadline:
                return "wall"
            stop, until = self._look(now)
            if stop:
                return stop
            pause = min(deadline, until) - time.monotonic()
            for descriptor, _ in poll.poll(max(1, int(pause * 1000))):
                if descriptor == wake:
                    if signals.SIGTERM in os.read(wake, 4096):
                        return "leash"
                elif not os.read(0, 4096):
                    return "leash"

    def _look(self, now: float) -> tuple[str, float]:
        """Look at what is limited by looking; return why to end, and when to look again."""
        exceeded = [stop for stop, watch in self._watches.items() if watch.exceeded(now)]
        times = [watch.next for watch in self._watches.values()]
        if self._stage is not None:
            self._stage.look()
            times.append(now + _LOOK_SECONDS)
        return (exceeded[0] if exceeded else ""), min(times, default=float("inf"))

    def _linger(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            ended, left = reaping.reap()
            self._ended.update(ended)
            if not left:
                return
            time.sleep(0.02)

    def _note(self, stop: str) -> None:
        status = self._ended.get(self._leader)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        counted = groups.usage(self._groups)
        # Linux counts in KB, macOS in bytes; this is the largest single process.
        own_peak = used.ru_maxrss * (1024 if linux.LINUX else 1)
        if memory := self._watches.get("memory"):
            own_peak = max(own_peak, memory.peak)
        disk = self._watches.get("disk")
        if disk and disk.exceeded(time.monotonic(), at_once=True):
            # It may have been quicker than our looking.
            stop = stop or "disk"
        self.report.update(
            stop=stop,
            cpu_seconds=used.ru_utime + used.ru_stime,
            memory_mb=counted.get("peak", own_peak) / _MB,
            oom_kills=counted.get("oom_kills"),
            fork_failures=counted.get("fork_failures"),
        )
        if status is not None and os.WIFSIGNALED(status):
            self.report["signal"] = os.WTERMSIG(status)
        elif status is not None:
            self.report["exit"] = os.WEXITSTATUS(status)
        if self._stage is not None:
            self._stage.look()
            self.report.update(disk_mb=self._stage.peak / _MB, disk_full=self._stage.full)
        elif disk:
            self.report["disk_mb"] = disk.peak / _MB
        if self._said[0] >= 0:
            os.set_blocking(self._said[0], False)
            os.close(self._said[1])
            try:
                self.report["said"] = os.read(self._said[0], 65_536).decode("utf-8", "replace")
            except BlockingIOError:
                self.report["said"] = ""

    def clean_up(self) -> None:
        """Undo everything. What one step cannot undo does not keep the next from trying."""
        order = self._order
        steps: list[Callable[[], object]] = []
        if self._leader:
            steps.append(lambda: reaping.end_all(self._leader, self._groups, self._ended))
        if order["inspect"]:
            steps.append(self._inspect)
        steps += [partial(call, command, order["env"]) for command in order["finally_"]]
        if self._stage is not None:
            steps.append(self._stage.strike)
        steps += [partial(remove_folder, folder) for folder in order["remove"]]
        steps += [partial(groups.remove, path) for path in self._groups]
        for step in steps:
            try:
                step()
            except OSError:
                continue

    def _inspect(self) -> None:
        order = self._order
        self.report["inspected"] = call(order["inspect"], order["env"], keep=True)


def partial(function: Callable[..., object], *arguments: Any) -> Callable[[], object]:
    """Do as functools does, whose import would take longer than the use of it."""
    return lambda: function(*arguments)


def call(argv: list[str], env: Mapping[str, str], *, keep: bool = False) -> str:
    """Run a small tool to its end, at most half a minute; return what it printed, if wanted."""
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        nothing = os.open(os.devnull, os.O_RDWR)
        for target, source in ((0, nothing), (1, write_end if keep else nothing), (2, nothing)):
            os.dup2(source, target)
        execute(argv, env)
    os.close(write_end)
    chunks = []
    deadline = time.monotonic() + _TOOL_SECONDS
    poll = select.poll()
    poll.register(read_end, select.POLLIN)
    while poll.poll(max(0, int((deadline - time.monotonic()) * 1000))):
        data = os.read(read_end, 65_536)
        if not data:
            break
        chunks.append(data)
    os.close(read_end)
    while os.waitpid(pid, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(pid, signals.SIGKILL)
        time.sleep(0.005)
    return b"".join(chunks)[:65_536].decode("utf-8", "replace")


def _listen() -> int:
    """Have signals arrive on a descriptor: the end of children, and the wish that we end."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    signals.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    for number in (signals.SIGCHLD, signals.SIGTERM):
        signals.signal(number, lambda *_: None)
    for number in (signals.SIGINT, signals.SIGHUP):
        signals.signal(number, signals.SIG_IGN)
    return read_end


def _receive() -> dict[str, Any] | None:
    size = _exactly(8)
    data = _exactly(int.from_bytes(size, "big")) if size else b""
    return marshal.loads(data) if data else None


def _exactly(size: int) -> bytes:
    data = b""
    while len(data) < size:
        chunk = os.read(0, size - len(data))
        if not chunk:
            return b""
        data += chunk
    return data


def _send(report: dict[str, Any]) -> None:
    try:
        os.write(1, marshal.dumps(report))
    except OSError:
        return  # nobody waits for it any more
