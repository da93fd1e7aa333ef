"""Documents in a folder that a library keeps in a process of its own (`engines`).

The process is started with the first request, or before by `start`, and ends with us. A library
that crashes, hangs or prints takes nothing along but its request.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Literal

from verdigris.core.text import one_line
from verdigris.errors import MissingError, StoreError, StoreUnreachable
from verdigris.memory.documents.embedded import Space
from verdigris.settings import Machine

EngineName = Literal["chroma", "mem0"]
_CALLED = {"chroma": "Chroma", "mem0": "Mem0"}
ANSWER_SECONDS = 60.0
"""How long an answer may take, the import of the library included."""
_HANDED_ON = ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "VIRTUAL_ENV", "PYTHONPATH")


class Box:
    """The process of one library. Serves any number of folders, one request at a time."""

    def __init__(self, engine: EngineName, *, seconds: float = ANSWER_SECONDS) -> None:
        self.engine = engine
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._over = False
        self._turn = threading.Lock()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self, folder: Path) -> None:
        """Start the process, if it is not running, without waiting for it."""
        if self._process is not None and self._process.poll() is None:
            return
        self._end()
        folder.mkdir(parents=True, exist_ok=True)
        variables = Machine.current().variables
        quiet = {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder / "mem0"),
                 "ANONYMIZED_TELEMETRY": "False"}  # fmt: skip
        self._ready = False
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-W", "ignore", "-m", "verdigris.memory.documents.engines.serve",
             self.engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={name: variables[name] for name in _HANDED_ON if name in variables} | quiet,
            start_new_session=True,  # Ctrl+C is ours to handle
        )  # fmt: skip

    async def ask(self, folder: Path, space: Space, what: str, **asked: Any) -> Any:
        """Return what the library answers. Raises StoreError, MissingError."""
        said = {"folder": str(folder), "space": space.name, "dimension": space.dimension,
                "what": what, "with": asked}  # fmt: skip
        return await asyncio.to_thread(self._ask, folder, json.dumps(said).encode() + b"\n")

    def _ask(self, folder: Path, line: bytes) -> Any:
        until = time.monotonic() + self._seconds
        with self._turn:
            if self._over:
                raise StoreError(f"The {_CALLED[self.engine]} memory in {folder} was closed.")
            try:
                self.start(folder)
                if not self._ready:
                    self._require_installed(self._answer(until))
                    self._ready = True
                self._send(line)
                said = self._answer(until)
                if "fault" in said:
                    # After some faults a library is of no use until it is started anew.
                    self._end()
            except OSError as error:
                self._end()
                raise StoreError(
                    f"The {_CALLED[self.engine]} memory in {folder} cannot be used: "
                    f"{error.strerror or error}.",
                    hint="Choose a folder that can be written.",
                ) from error
            except _Died as died:
                self._end()
                raise StoreError(
                    f"The {_CALLED[self.engine]} memory in {folder} does not work: {died}.",
                    hint=_CURE,
                ) from died
        if "answer" in said:
            return said["answer"]
        if "busy" in said:
            raise StoreUnreachable(
                f"The {_CALLED[self.engine]} memory in {folder} is in use by another process.",
                hint="What was learned is delivered later. For many users at once run a server.",
            )
        raise StoreError(
            f"The {_CALLED[self.engine]} memory in {folder} does not work: "
            f"{one_line(str(said.get('fault')), 300)}",
            hint=_CURE,
        )

    def _require_installed(self, said: dict[str, Any]) -> None:
        if "ready" not in said:
            self._end()
            raise MissingError(
                f"{_CALLED[self.engine]} is not installed: {said.get('absent')}.",
                hint=f"pip install 'verdigris[{self.engine}]'",
            )

    def _send(self, line: bytes) -> None:
        assert self._process and self._process.stdin
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except BrokenPipeError:
            raise _Died(self._ending()) from None

    def _answer(self, until: float) -> dict[str, Any]:
        assert self._process and self._process.stdout
        held, coming = bytearray(), select.poll()
        coming.register(self._process.stdout, select.POLLIN)
        while not held.endswith(b"\n"):
            left = until - time.monotonic()
            if left <= 0 or not coming.poll(left * 1000):
                raise _Died(f"no answer within {self._seconds:g} s")
            piece = self._process.stdout.read1(1 << 20)  # type: ignore[attr-defined]
            if not piece:
                raise _Died(self._ending())
            held += piece
        try:
            said: dict[str, Any] = json.loads(held)
        except ValueError:
            raise _Died("its answer was not understood") from None
        return said

    def _ending(self) -> str:
        assert self._process
        try:
            status = self._process.wait(5)
        except subprocess.TimeoutExpired:
            return "its process closed the line"
        if status >= 0:
            return f"its process ended with status {status}"
        return f"its process was ended by {signal.Signals(-status).name}"

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    if pipe is not None:
                        pipe.close()

    def close(self) -> None:
        """End the process, for good. A request that is under way fails."""
        self._over = True
        if not self._turn.acquire(blocking=False):
            if (process := self._process) is not None:
                process.kill()
            self._turn.acquire()
        try:
            self._end()
        finally:
            self._turn.release()


class _Died(Exception):
    pass


_CURE = (
    "If the folder is damaged, restore it from a backup or move it away; a new one is made in its "
    "place."
)


class BoxedFolder:
    """An engine (`embedded.py`): one folder, in the box of its library."""

    longest = 4_000_000

    def __init__(self, box: Box, folder: Path) -> None:
        self._box = box
        self._folder = folder

    async def ask(self, space: Space, what: str, **asked: Any) -> Any:
        return await self._box.ask(self._folder, space, what, **asked)

    async def close(self) -> None:
        await asyncio.to_thread(self._box.close)
