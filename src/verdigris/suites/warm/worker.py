"""One worker: a pytest that was started once, inside the sandbox, in its own copy of the project.

It tries one candidate at a time. Whatever goes wrong on its side is WorkerLost; the worker must
then be closed, and the candidate is left to the cold runner.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verdigris.core.report import Report
from verdigris.core.text import cut, one_line
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Completed, Sandbox
from verdigris.sandbox.leavings import read_left
from verdigris.suites.reading import read_report
from verdigris.suites.records import Records
from verdigris.suites.warm.launch import Launch
from verdigris.suites.warm.wire import (
    LEVELS,
    LONGEST,
    Hello,
    Job,
    Level,
    Ready,
    Reply,
    Trial,
    WorkerLost,
    completed,
    heard,
)

Fresh = Callable[[], AbstractAsyncContextManager[Path]]
"""Gives a throw-away copy of the project."""
_START_SECONDS = 120.0
_HANDSHAKE_SECONDS = 15.0
_RECORDS = 64 * 1024 * 1024
_OUTPUT = 64_000


@dataclass
class _Line:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def hear(self, seconds: float) -> bytes:
        try:
            async with asyncio.timeout(seconds):
                return await self.reader.readline()
        except TimeoutError:
            raise WorkerLost("the worker does not answer") from None
        except (OSError, ValueError):  # broken off, or a line without an end
            raise WorkerLost("the worker has broken off") from None

    async def say(self, job: Job, seconds: float) -> None:
        try:
            self.writer.write(job.model_dump_json().encode() + b"\n")
            async with asyncio.timeout(seconds):
                await self.writer.drain()
        except (OSError, TimeoutError):
            raise WorkerLost("the worker has ended") from None


class Worker:
    def __init__(self, launch: Launch, tree: Path, desk: Path) -> None:
        self._launch = launch
        self._tree = tree
        self._desk = desk
        self._lines: dict[Level, _Line] = {}
        self._arrivals = {level: asyncio.Event() for level in LEVELS}
        self._number = 0
        self.levels: dict[Level, Ready] = {}
        """What can be tried on, from the slowest to the quickest."""
        self.refusals: dict[Level, str] = {}
        """Why the first level that cannot be used cannot be."""
        self.tried = 0
        self.spoilt = ""

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[Path]:
        """Let the levels of the worker in; the door is the path they knock at."""
        door = self._desk / "door"
        try:
            server = await asyncio.start_unix_server(self._let_in, door, limit=LONGEST)
        except OSError as error:
            raise WorkerLost(f"no connection can be made: {error}") from None
        try:
            yield door
        finally:
            server.close()
            for line in self._lines.values():
                line.writer.close()

    async def _let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = _Line(reader, writer)
        try:
            level = heard(Hello, await line.hear(_HANDSHAKE_SECONDS)).level
        except WorkerLost:
            writer.close()
            return
        if level in self._lines:
            writer.close()  # whoever comes second is not one of ours
            return
        self._lines[level] = line
        self._arrivals[level].set()

    async def settle(self, running: asyncio.Future[Completed]) -> None:
        """Wait until every level is ready or known to be out of reach. Raises WorkerLost."""
        for level in LEVELS:
            arrival = asyncio.ensure_future(self._arrivals[level].wait())
            both: set[asyncio.Future[Any]] = {arrival, running}
            await asyncio.wait(both, timeout=_START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            arrival.cancel()
            word = await self._first_word(level)
            if not word.ready:
                self.refusals[level] = word.refuses
                break
            self.levels[level] = word
        if not self.levels:
            raise WorkerLost(_why(running) or self.refusals["started"])

    async def _first_word(self, level: Level) -> Ready:
        if level not in self._lines:
            return Ready(refuses="the worker did not get that far")
        try:
            return heard(Ready, await self._lines[level].hear(_START_SECONDS))
        except WorkerLost:
            # The level before stands; pytest, or the project, ended on its way to this one.
            return Ready(refuses="pytest ended before it got that far")

    async def attempt(self, level: Level, trial: Trial) -> Report | str:
        """Try one candidate at a level: the Report, or the reason of a refusal."""
        async with self._job(level, trial) as (reply, folder):
            return reply.refused or self._read(reply, folder)

    async def attempt_many(self, trial: Trial) -> Sequence[Report | str] | str:
        """Try several candidates in one child: for each the Report, or the reason of a refusal.

        One reason for all where they have to be tried one by one.
        """
        async with self._job("collected", trial) as (reply, folder):
            if reply.refused or reply.leaked:
                return reply.refused or reply.leaked
            if not (folder / "clean").exists():
                return _small(folder / "leaked") or "one of them ended the process"
            if len(reply.refusals) != len(trial.variants):
                raise WorkerLost("the worker said something that is not understood")
            return [
                refused or self._read_one(folder / f"records{number}", folder / "hang")
                for number, refused in enumerate(reply.refusals)
            ]

    @contextlib.asynccontextmanager
    async def _job(self, level: Level, trial: Trial) -> AsyncIterator[tuple[Reply, Path]]:
        """Have a trial carried out; what it left lies in the folder until the end."""
        self._number += 1
        limits = self._launch.limits
        folder = self._desk / str(self._number)
        folder.mkdir()
        job = Job(
            **dict(trial),
            id=self._number,
            folder=str(folder),
            wall=limits.wall_seconds,
            cpu=limits.cpu_seconds,
            output_kb=limits.output_kb,
        )
        try:
            line = self._lines[level]
            await line.say(job, self._launch.patience)
            reply = heard(Reply, await line.hear(job.wall + self._launch.patience))
            if reply.id != job.id:
                raise WorkerLost("the worker answered another question")
            if not reply.refused:
                self.tried += max(1, len(trial.variants))
                self.spoilt = reply.spoilt
            yield reply, folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _read_one(self, records: Path, hang: Path) -> Report:
        """Read what one of several candidates left; its exit status is what the runner said."""
        if not _plain(records):
            raise WorkerLost("the candidate's records cannot be read")
        last = Records(records, self._tree).finished[-1:]
        status = last[0].get("exit") if last else None
        done = Completed(
            exit_code=status if isinstance(status, int) else 1, ended_by="exit", output=""
        )
        return read_report(self._launch.command, done, records, hang, self._tree)

    def _read(self, reply: Reply, folder: Path) -> Report:
        records, hang = folder / "records", folder / "hang"
        if not (_plain(records) and _plain(hang)):
            raise WorkerLost("the candidate's records cannot be read")
        output = folder / "output"
        text = _ends(output) if _plain(output) else ""
        done = completed(reply, self._launch.limits, text)
        return read_report(self._launch.command, done, records, hang, self._tree)


def _why(running: asyncio.Future[Completed]) -> str:
    if not running.done():
        return ""
    if error := running.exception():
        return one_line(f"the worker cannot be started: {error}", 300)
    last = running.result().output.rstrip().rpartition("\n")[2]
    return one_line(f"the worker ended: {last or 'without a word'}", 300)


def _plain(path: Path) -> bool:
    """Tell whether a file may be opened: a candidate can put a pipe or a link in its place."""
    try:
        info = path.lstat()
    except OSError:
        return True  # nothing there is nothing said
    return stat.S_ISREG(info.st_mode) and info.st_size <= _RECORDS


def _small(path: Path) -> str:
    try:
        return one_line(read_left(path, 500).decode("utf-8", "replace"), 200)
    except OSError:
        return ""


def _ends(path: Path) -> str:
    """Return the head and the tail of a candidate's output."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            head = file.read(_OUTPUT)
            file.seek(max(len(head), size - _OUTPUT))
            return cut((head + file.read(_OUTPUT)).decode("utf-8", "replace"), _OUTPUT)
    except OSError:
        return ""


@contextlib.asynccontextmanager
async def open_worker(launch: Launch, sandbox: Sandbox, fresh: Fresh) -> AsyncIterator[Worker]:
    """Start a worker and wait until it can try candidates. Raises WorkerLost when it cannot.

    However it is left, the worker and everything it started are dead: the sandbox sees to it.
    """
    async with fresh() as tree:
        with tempfile.TemporaryDirectory(
            prefix="verdigris-warm-", ignore_cleanup_errors=True
        ) as place:
            desk = Path(place)
            worker = Worker(launch, tree, desk)
            async with worker.listening() as door:
                running = asyncio.ensure_future(
                    sandbox.run(
                        launch.argv,
                        cwd=tree,
                        env=launch.variables(tree, door),
                        limits=launch.worker_limits(),
                        view=launch.worker_view(desk),
                    )
                )
                try:
                    await worker.settle(running)
                    yield worker
                finally:
                    running.cancel()
                    with contextlib.suppress(asyncio.CancelledError, SandboxUnavailable):
                        await running
