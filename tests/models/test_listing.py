"""A server that is asked for its models may take its time or never end: neither is waited for."""

from __future__ import annotations

import asyncio
import gzip
import json
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from verdigris.errors import ModelUnavailable
from verdigris.models.listing import LONGEST, context_told, first_model

LISTED = json.dumps({"data": [{"id": "m", "context_length": 4096}]}).encode()
Say = Callable[[asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def serving(say: Say, *, headers: bytes = b"") -> AsyncIterator[str]:
    """Serve a list of models whose bytes `say` writes, and stop once nobody listens."""

    async def told(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nconnection: close\r\n" + headers + b"\r\n")
        with suppress(ConnectionError):
            await say(writer)
            await writer.drain()
        writer.close()

    async with await asyncio.start_server(told, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


async def drip(writer: asyncio.StreamWriter) -> None:
    """Send what may yet become a list, a byte at a time: no single read takes long."""
    while True:
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.01)


async def test_a_server_that_drips_is_not_waited_for() -> None:
    async with asyncio.timeout(60), serving(drip) as url:
        assert await context_told(url, "m", seconds=0.3) is None
        with pytest.raises(ModelUnavailable, match="did not list a model") as caught:
            await first_model(url, seconds=0.3)
        assert "Is it running" in caught.value.hint


async def test_a_list_without_an_end_is_not_taken_in() -> None:
    sent = 0

    async def flood(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        while True:
            writer.write(b" " * 100_000)
            await writer.drain()
            sent += 100_000

    async with asyncio.timeout(60), serving(flood) as url:
        assert await context_told(url, "m", seconds=600) is None
    assert LONGEST - 100_000 <= sent < 5 * LONGEST


async def test_what_is_small_only_while_it_is_packed_is_not_unpacked() -> None:
    bomb = gzip.compress(b" " * (8 * LONGEST) + LISTED)
    assert len(bomb) < LONGEST

    async def packed(writer: asyncio.StreamWriter) -> None:
        writer.write(bomb)

    async with serving(packed, headers=b"content-encoding: gzip\r\n") as url:
        tracemalloc.start()
        try:
            assert await context_told(url, "m") is None
            assert tracemalloc.get_traced_memory()[1] < LONGEST
        finally:
            tracemalloc.stop()


async def test_a_plain_list_is_read() -> None:
    async def plain(writer: asyncio.StreamWriter) -> None:
        writer.write(LISTED)

    async with serving(plain) as url:
        assert await context_told(url, "m") == 4096
        assert await first_model(url) == "m"
