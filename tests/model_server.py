"""A server on loopback that speaks the OpenAI and the Anthropic protocol, well or badly.

What it does with each question is a list of acts; the last is repeated. It keeps what it was asked
byte for byte, and notices when a client hangs up in the middle of an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

Dialect = Literal["openai", "anthropic"]


@dataclass
class Asked:
    """One request as it came in."""

    method: str
    path: str
    headers: dict[str, str]
    data: bytes

    @property
    def body(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.data)
        return found

    @property
    def raw(self) -> str:
        return f"{self.path}\n{self.headers}\n{self.data.decode(errors='replace')}"

    @property
    def streams(self) -> bool:
        return bool(self.data) and bool(self.body.get("stream"))

    @property
    def dialect(self) -> Dialect:
        return "anthropic" if "/messages" in self.path else "openai"


Act = Callable[[Asked, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Server:
    url: str = ""
    acts: list[Act] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    models: list[str] = field(default_factory=lambda: ["m"])
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    """Set by the first question."""
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def questions(self) -> list[Asked]:
        return [one for one in self.asked if one.method == "POST"]


@asynccontextmanager
async def serving(*acts: Act) -> AsyncIterator[Server]:
    server = Server(acts=list(acts))
    tasks: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            await _answer(server, reader, writer)
        writer.close()
        tasks.discard(task)

    listening = await asyncio.start_server(accept, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listening.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _answer(
    server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    asked = await _read(reader)
    server.asked.append(asked)
    if asked.method == "GET":
        listed = {"object": "list", "data": [{"id": name} for name in server.models]}
        await send(writer, 200, json.dumps(listed).encode())
        return
    server.reached.set()
    act = server.acts.pop(0) if len(server.acts) > 1 else server.acts[0]
    working = asyncio.ensure_future(act(asked, writer))
    left = asyncio.ensure_future(reader.read(1))  # b"" when the client hangs up
    await asyncio.wait({working, left}, return_when=asyncio.FIRST_COMPLETED)
    if not working.done():
        server.hung_up.set()
        working.cancel()
    left.cancel()
    await asyncio.gather(working, left, return_exceptions=True)


async def _read(reader: asyncio.StreamReader) -> Asked:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        if name:
            headers[name.lower()] = value.strip()
    data = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(method, path, headers, data)


async def send(
    writer: asyncio.StreamWriter,
    status: int,
    body: bytes,
    headers: dict[str, str] | None = None,
    length: int | None = None,
) -> None:
    named = {
        "content-type": "application/json",
        "content-length": str(len(body) if length is None else length),
        "connection": "close",
        **(headers or {}),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    writer.write(f"HTTP/1.1 {status} x\r\n{head}\r\n".encode() + body)
    await writer.drain()


# What an answer looks like.


def whole(asked: Asked, text: str, finish: str = "stop") -> bytes:
    if asked.dialect == "openai":
        message = {"role": "assistant", "content": text}
        body: dict[str, Any] = {
            "id": "1", "object": "chat.completion", "created": 1, "model": "m",
            "choices": [{"index": 0, "finish_reason": finish, "message": message}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14,
                      "prompt_tokens_details": {"cached_tokens": 5}},
        }  # fmt: skip
    else:
        body = {
            "id": "1", "type": "message", "role": "assistant", "model": "m",
            "content": [{"type": "text", "text": text}], "stop_sequence": None,
            "stop_reason": {"stop": "end_turn", "length": "max_tokens"}.get(finish, finish),
            "usage": {"input_tokens": 6, "output_tokens": 3, "cache_read_input_tokens": 5,
                      "cache_creation_input_tokens": 0},
        }  # fmt: skip
    return json.dumps(body).encode()


def events(asked: Asked, words: list[str], finish: str = "stop") -> list[bytes]:
    """Return an answer as the events of a stream."""
    if asked.dialect == "openai":
        base = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        chunks: list[dict[str, Any]] = [
            {**base, "choices": [{"index": 0, "delta": {"role": "assistant", "content": word}}]}
            for word in words
        ]
        chunks.append({**base, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
        usage = {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14,
                 "prompt_tokens_details": {"cached_tokens": 5}}  # fmt: skip
        chunks.append({**base, "choices": [], "usage": usage})
        return [b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks] + [
            b"data: [DONE]\n\n"
        ]
    stop = {"stop": "end_turn", "length": "max_tokens"}.get(finish, finish)
    usage = {"input_tokens": 6, "output_tokens": 1, "cache_read_input_tokens": 5,
             "cache_creation_input_tokens": 0}  # fmt: skip
    message = {"id": "1", "type": "message", "role": "assistant", "model": "m", "content": [],
               "stop_reason": None, "stop_sequence": None, "usage": usage}  # fmt: skip
    told: list[dict[str, Any]] = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": word}}
          for word in words),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None},
         "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ]  # fmt: skip
    return [f"event: {one['type']}\ndata: {json.dumps(one)}\n\n".encode() for one in told]


_STREAM = b"HTTP/1.1 200 x\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


# What a server may do with a question.


def says(text: str, finish: str = "stop") -> Act:
    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        if not asked.streams:
            await send(writer, 200, whole(asked, text, finish))
            return
        size = max(len(text) // 7, 1)
        words = [text[at : at + size] for at in range(0, len(text), size)]
        writer.write(_STREAM + b"".join(events(asked, words, finish)))
        await writer.drain()

    return act


def refuses(status: int, message: str = "said the server", **headers: str) -> Act:
    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        inner = {"type": "x", "message": message}
        body = {"error": inner} if asked.dialect == "openai" else {"type": "error", "error": inner}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        await send(writer, status, json.dumps(body).encode(), named)

    return act


def breaks_off() -> Act:
    """Begin an answer and cut the connection in the middle of it."""

    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        if asked.streams:
            writer.write(_STREAM + b"".join(events(asked, ["one ", "two ", "three"])[:3]))
        else:
            body = whole(asked, "one two three")
            await send(writer, 200, body[: len(body) // 2], length=len(body))
        await writer.drain()
        writer.transport.abort()

    return act


def trickles() -> Act:
    """Send a little now and then, for ever: each byte comes in time, the answer never does."""

    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        if asked.streams:
            writer.write(_STREAM)
        else:
            await send(writer, 200, b'{"x": "', length=10**9)
        while True:
            writer.write(b": still here\n\n" if asked.streams else b" ")
            await writer.drain()
            await asyncio.sleep(0.02)

    return act


def is_silent() -> Act:
    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(3600)

    return act


def keeps_the_line() -> Act:
    """Answer `four`, and leave the connection open for another question, as most servers do."""

    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        data, kind = whole(asked, "four"), "application/json"
        if asked.streams:
            data, kind = b"".join(events(asked, ["fo", "ur"])), "text/event-stream"
        await send(writer, 200, data, {"connection": "keep-alive", "content-type": kind})
        await asyncio.sleep(3600)

    return act


def sends(data: bytes, content_type: str = "application/json", status: int = 200) -> Act:
    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await send(writer, status, data, {"content-type": content_type})

    return act


def redirects(to: str, status: int = 307) -> Act:
    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await send(writer, status, b"", {"location": f"{to}{asked.path}"})

    return act


def calls_a_tool(text: str) -> Act:
    """Answer with words and with the call of a tool that nobody offered."""

    async def act(asked: Asked, writer: asyncio.StreamWriter) -> None:
        body = json.loads(whole(asked, text))
        if asked.dialect == "openai":
            function = {"name": "run_shell", "arguments": '{"cmd": "rm -rf /"}'}
            call = {"id": "c1", "type": "function", "function": function}
            body["choices"][0]["message"]["tool_calls"] = [call]
        else:
            use = {"type": "tool_use", "id": "c1", "name": "run_shell", "input": {"cmd": "rm"}}
            body["content"].append(use)
        await send(writer, 200, json.dumps(body).encode())

    return act
