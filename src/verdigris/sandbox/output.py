"""Reads what a command prints, up to a cap."""

from __future__ import annotations

import asyncio
import contextlib
import os

from verdigris.core.text import cut

_KEEP = 64_000
"""Characters of output that are kept."""


class Reader:
    def __init__(self, descriptor: int, cap: int) -> None:
        self._pipe = os.fdopen(descriptor, "rb", buffering=0)
        self._cap = cap
        self._chunks: list[bytes] = []
        self._size = 0
        self.full = False

    async def read(self, process: asyncio.subprocess.Process) -> None:
        """Read until everybody has closed the pipe, the cap is reached or the process has ended.

        The last matters where descendants can hide (no subreaper): one that keeps the pipe open
        is no reason to wait for it.
        """
        stream = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), self._pipe
        )
        reading = asyncio.ensure_future(self._take_all(stream))
        exited = asyncio.ensure_future(process.wait())
        try:
            await asyncio.wait({reading, exited}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                await asyncio.wait({reading}, timeout=0.5)
        finally:
            transport.close()
            for task in (reading, exited):
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await reading
            with contextlib.suppress(asyncio.CancelledError):
                await exited

    async def _take_all(self, stream: asyncio.StreamReader) -> None:
        while not self.full and (data := await stream.read(65_536)):
            self._take(data)

    def _take(self, data: bytes) -> None:
        self._size += len(data)
        self._chunks.append(data)
        self.full = self._size > self._cap

    def text(self) -> str:
        return cut(b"".join(self._chunks).decode("utf-8", "replace"), _KEEP)
