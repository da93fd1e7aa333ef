"""Our end of the keeper: hand it an order, read the output, learn how it ended.

The keeper (`keeper/`) outlives us on purpose. It holds one end of a pipe, its leash; when the pipe
closes, because we let go or because we were killed, it kills every descendant of the command and
cleans up. Every backend runs its commands through `keep`.
"""

from __future__ import annotations

import asyncio
import contextlib
import marshal
import os
import sys
import time
from pathlib import Path

from pydantic import Field

from verdigris.core.value import Value
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.guarding import Trail, abandon, outwait
from verdigris.sandbox.output import Reader

# The package is entered by a side door: importing `verdigris` itself would cost the keeper more
# than all it does.
_HOME = str(Path(__file__).parents[1])
_BOOT = (
    f"import sys; package = type(sys)('verdigris'); package.__path__ = [{_HOME!r}]; "
    "sys.modules['verdigris'] = package; "
    "from verdigris.sandbox.keeper.main import main; main()"
)
FIRST_DESCRIPTOR = 10
"""Where the command finds the first of `Order.descriptors`."""
STATUS_DESCRIPTOR = 9
"""Where the command may write what comes back as `Report.said`, if the order asks for it."""


class Stage(Value):
    """A file system of its own, in memory, for what a command writes. It goes with the keeper."""

    at: str
    """An empty folder of `Order.make`; upper/, work/, merged/ and `folders` appear below it."""
    size_mb: int
    lower: str
    """The folder shown, writable, as `at`/merged; itself it is not written to."""
    folders: tuple[str, ...] = ()


class Group(Value):
    """A control group to be made, with what is written into its files."""

    path: str
    values: tuple[tuple[str, str], ...] = ()
    optional: tuple[tuple[str, str], ...] = ()
    """Left out where the kernel does not know them."""


class Order(Value):
    """All the keeper needs to know about one command."""

    argv: tuple[str, ...]
    env: dict[str, str] = Field(default_factory=dict)
    """Everything; nothing is inherited."""
    cwd: str = "/"
    wall_seconds: float
    rlimits: tuple[tuple[str, int, int], ...] = ()
    """Name without RLIMIT_, soft, hard. One that the system does not know is left out."""
    more_processes: int | None = None
    """RLIMIT_NPROC, counted on top of what the user already runs."""
    cpus: int | None = None
    """How many processors it may run on, where no control group counts them."""
    groups: tuple[Group, ...] = ()
    memory_mb: int | None = None
    """The most that all processes may have together, where no control group counts it."""
    stage: Stage | None = None
    watched: tuple[str, ...] = ()
    """Folders whose growth, added up, may not exceed `watched_mb`."""
    watched_mb: int = 0
    descriptors: tuple[bytes, ...] = ()
    """Data the command may read from descriptor 10, 11, and so on."""
    status: bool = False
    """Whether descriptor 9 is a pipe whose content comes back as `Report.said`."""
    make: tuple[str, ...] = ()
    """Folders made before, for the user alone."""
    remove: tuple[str, ...] = ()
    """Folders removed after, with whatever is in them."""
    grace_seconds: float = 0.0
    """How long descendants may outlive a command that ended by itself."""
    inspect: tuple[str, ...] = ()
    """Run after the end with the same variables; what it prints comes back as `inspected`."""
    finally_: tuple[tuple[str, ...], ...] = ()
    """Run at the very end, with the same variables, whatever happened."""


class Report(Value):
    """How a command ended, as the keeper saw it."""

    exit: int | None = None
    signal: int | None = None
    stop: str = ""
    """Why the keeper ended it: wall, disk, memory, or leash (we let go of it)."""
    fault: str = ""
    """Why it could not even be started."""
    cpu_seconds: float = 0.0
    memory_mb: float | None = None
    disk_mb: float | None = None
    oom_kills: int | None = None
    """Processes killed for memory; None where nobody counts."""
    fork_failures: int | None = None
    """Processes refused; None where nobody counts."""
    disk_full: bool = False
    said: str = ""
    inspected: str = ""


class Kept(Value):
    report: Report
    output: str
    overflow: bool
    """Whether there was more output than allowed."""
    seconds: float


async def keep(order: Order, *, output_kb: int) -> Kept:
    """Have the keeper carry out an order. Raises SandboxUnavailable when it cannot.

    When this is cancelled it returns only after the keeper has cleaned up; when this process is
    killed the keeper cleans up by itself.
    """
    started = time.monotonic()
    read_end, write_end = os.pipe()
    try:
        keeper = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-S", "-c", _BOOT,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=write_end,
            # A session of its own: Ctrl+C in the terminal is for us, and we tell the keeper.
            start_new_session=True, cwd="/", env={},
        )  # fmt: skip
    except BaseException as error:
        os.close(read_end)
        if isinstance(error, OSError):
            said = f"The sandbox's keeper cannot be started: {error}."
            raise SandboxUnavailable(said) from None
        raise
    finally:
        os.close(write_end)
    trail = Trail(
        output=os.fstat(read_end).st_ino,
        groups=tuple(group.path for group in order.groups),
        folders=order.remove,
    )
    reader = Reader(read_end, output_kb * 1024)
    try:
        told = await _answer(keeper, order, reader, trail)
    finally:
        await _let_go(keeper, trail)
    if not told:
        await asyncio.to_thread(abandon, None, trail)
        raise SandboxUnavailable(
            "The sandbox's keeper was stopped or killed.",
            hint="A command that is not isolated can do that; or the machine ran out of memory.",
        )
    report = Report.model_validate(marshal.loads(told))
    if report.fault:
        raise SandboxUnavailable(f"The command cannot be run: {report.fault}.")
    return Kept(
        report=report,
        output=reader.text(),
        overflow=reader.full,
        seconds=time.monotonic() - started,
    )


async def _answer(
    keeper: asyncio.subprocess.Process, order: Order, reader: Reader, trail: Trail
) -> bytes:
    """Return the keeper's report; nothing when it was killed or had to be given up."""
    conversation = asyncio.ensure_future(_converse(keeper, order, reader))
    try:
        seconds = order.wall_seconds + order.grace_seconds
        await asyncio.wait({conversation}, timeout=seconds)
        return await outwait(conversation, keeper, trail) or b""
    finally:
        conversation.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await conversation


async def _converse(keeper: asyncio.subprocess.Process, order: Order, reader: Reader) -> bytes:
    assert keeper.stdin is not None and keeper.stdout is not None
    data = marshal.dumps(order.model_dump())
    with contextlib.suppress(ConnectionError):
        keeper.stdin.write(len(data).to_bytes(8, "big") + data)
        await keeper.stdin.drain()
    telling = asyncio.ensure_future(keeper.stdout.read())
    try:
        await reader.read(keeper)
        if reader.full:
            keeper.stdin.close()
        return await telling
    finally:
        telling.cancel()


async def _let_go(keeper: asyncio.subprocess.Process, trail: Trail) -> None:
    if keeper.stdin is not None:
        keeper.stdin.close()
    if keeper.returncode is None:
        ending = asyncio.ensure_future(keeper.wait())
        try:
            await outwait(ending, keeper, trail)
        finally:
            ending.cancel()
