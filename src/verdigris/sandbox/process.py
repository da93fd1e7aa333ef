"""A limited subprocess: CPU time, memory and file size by the kernel, wall clock and output by us.

It limits; it does not isolate: the command may read what the user may read and use the network.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from verdigris.core.text import cut
from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Completed, EndedBy, Limits

# The shell sets the limits and then becomes the command: no Python runs between fork and exec,
# which would not be safe in a process with threads. A limit the system does not know is left out.
_LAUNCH = (
    # Soft before hard: the kernel then says SIGXCPU, which names the limit, before it says SIGKILL.
    "ulimit -S -t {cpu} 2>/dev/null; ulimit -H -t {cpu_hard} 2>/dev/null; "
    "ulimit -v {memory} 2>/dev/null; "
    'ulimit -f {file} 2>/dev/null; ulimit -c 0 2>/dev/null; exec "$@"'
)
_KEEP = 64_000
"""Characters of output that are kept."""


class ProcessSandbox:
    name = "process"
    isolates = False

    async def run(
        self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str], limits: Limits
    ) -> Completed:
        launch = _LAUNCH.format(
            cpu=limits.cpu_seconds,
            cpu_hard=limits.cpu_seconds + 2,
            memory=limits.memory_mb * 1024,
            file=limits.file_mb * 2048,
        )
        started = time.monotonic()
        # Where the system offers it, the command also dies when we are killed and cannot tell it.
        leash = [setpriv, "--pdeathsig", "KILL", "--"] if (setpriv := _setpriv()) else []
        # A pipe of our own: asyncio's would let `wait` return only once everybody has closed it,
        # and a child in the background, or output that is no longer read, keeps it open.
        read_end, write_end = os.pipe()
        try:
            process = await asyncio.create_subprocess_exec(
                *leash, "/bin/sh", "-c", launch, "sh", *command,
                cwd=cwd, env=dict(env), start_new_session=True,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=write_end, stderr=asyncio.subprocess.STDOUT,
            )  # fmt: skip
        except OSError as error:
            os.close(read_end)
            raise SandboxUnavailable(f"The command cannot be started: {error}.") from None
        finally:
            os.close(write_end)
        reader = _Reader(read_end, limits.output_kb * 1024)
        ended: EndedBy | None = None
        try:
            async with asyncio.timeout(limits.wall_seconds):
                await reader.read(process)
                await process.wait()
        except TimeoutError:
            ended = "wall"
        finally:
            # Also after a normal end: a child left in the background must not outlive its suite.
            _kill_group(process.pid)
            await process.wait()
        if reader.full:
            ended = "output"
        return _completed(process.returncode, ended, reader, limits, time.monotonic() - started)


class _Reader:
    """Reads a process's output up to a cap, keeping the head and the tail."""

    def __init__(self, descriptor: int, cap: int) -> None:
        self._pipe = os.fdopen(descriptor, "rb", buffering=0)
        self._cap = cap
        self._chunks: list[bytes] = []
        self._size = 0
        self.full = False

    async def read(self, process: asyncio.subprocess.Process) -> None:
        stream = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), self._pipe
        )
        # Ends with the process, not with the pipe: a daemon that keeps the pipe open is no reason
        # to wait for it.
        exited = asyncio.ensure_future(process.wait())
        try:
            while not self.full:
                chunk = asyncio.ensure_future(stream.read(65_536))
                await asyncio.wait({chunk, exited}, return_when=asyncio.FIRST_COMPLETED)
                if not chunk.done():
                    await asyncio.wait({chunk}, timeout=0.2)
                if not chunk.done():
                    chunk.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await chunk
                    return
                data = chunk.result()
                if not data:
                    return
                self._take(data)
        finally:
            transport.close()
            if not exited.done():
                exited.cancel()

    def _take(self, data: bytes) -> None:
        self._size += len(data)
        self._chunks.append(data)
        self.full = self._size > self._cap

    def text(self) -> str:
        return cut(b"".join(self._chunks).decode("utf-8", "replace"), _KEEP)


@cache
def _setpriv() -> str | None:
    return shutil.which("setpriv", path="/usr/bin:/bin")


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _completed(
    code: int | None, ended: EndedBy | None, reader: _Reader, limits: Limits, seconds: float
) -> Completed:
    if ended is None:
        # A shell in between reports a signal as 128 + its number.
        cpu = (-signal.SIGXCPU, 128 + signal.SIGXCPU)
        ended = "cpu" if code in cpu else "signal" if code is not None and code < 0 else "exit"
    said = {
        "exit": "",
        "signal": f"killed by {_signal_name(code)}",
        "wall": f"wall-clock limit of {limits.wall_seconds:g} s reached",
        "cpu": f"CPU time limit of {limits.cpu_seconds} s reached",
        "output": f"output limit of {limits.output_kb} KB reached",
    }
    return Completed(
        exit_code=code if ended == "exit" else None,
        ended_by=ended,
        output=reader.text(),
        message=said[ended],
        seconds=seconds,
    )


def _signal_name(code: int | None) -> str:
    try:
        return signal.Signals(-(code or 0)).name
    except ValueError:
        return f"signal {-(code or 0)}"
