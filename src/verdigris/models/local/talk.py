"""Put a question to a running engine and take its answers in, several at once.

The engine reads the question once and writes all answers side by side, as one batch; each is
yielded when it is finished. Leaving the iterator closes the connection, and the engine stops
writing. Starting engines is `client.py`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

import httpx

from verdigris.core.budget import Use
from verdigris.core.text import tidy
from verdigris.errors import ModelUnavailable
from verdigris.models.base import Hear, Reply, Request
from verdigris.models.local.client import EngineInfo, touch

CONNECT_SECONDS = 10.0
BEAT_SECONDS = 1.0
_SAYS = "data:"


async def ask(
    engine: EngineInfo,
    name: str,
    request: Request,
    count: int,
    seconds: float,
    hear: Hear | None = None,
) -> AsyncGenerator[Reply]:
    """Yield `count` replies in the order in which they are finished.

    `seconds` is how long nothing may be heard of any of them: a slow machine takes many minutes for
    a batch, and is at work all the time. The time that the caller takes between two replies is his
    own. Raises ModelUnavailable.
    """
    texts: dict[int, list[str]] = {}
    finished: set[int] = set()
    touch(engine)
    beating = asyncio.ensure_future(_keep_awake(engine))
    try:
        async with aclosing(_chunks(engine, name, _body(request, count), seconds)) as chunks:
            async for number, words, finish, timings in _pieces(chunks):
                if number in finished:
                    continue
                texts.setdefault(number, []).append(words)
                if words and hear is not None and number == 0:
                    hear(words)
                if finish:
                    # The question was read once, so one answer carries its tokens.
                    use = _use(timings, with_prompt=not finished)
                    finished.add(number)
                    text = tidy("".join(texts.pop(number)))
                    cut = "length" if finish == "length" else "stop"
                    yield Reply(text=text, use=use, finish=cut)
    finally:
        beating.cancel()
        touch(engine)
    if len(finished) < count:
        raise _ended(name)


async def _keep_awake(engine: EngineInfo) -> None:
    """Say while we wait that somebody does: not every server tells that it is busy."""
    while True:
        touch(engine)
        await asyncio.sleep(BEAT_SECONDS)


async def _pieces(
    chunks: AsyncIterator[dict[str, Any]],
) -> AsyncIterator[tuple[int, str, str, dict[str, Any]]]:
    """Yield of which answer, its next words, why it is at its end if it is, and what it took."""
    async for chunk in chunks:
        for choice in chunk.get("choices", ()):
            words = choice.get("delta", {}).get("content") or ""
            finish = choice.get("finish_reason") or ""
            yield int(choice.get("index", 0)), words, finish, chunk.get("timings", {})


def _body(request: Request, count: int) -> dict[str, Any]:
    messages = [{"role": "user", "content": request.prompt}]
    if request.system:
        messages.insert(0, {"role": "system", "content": request.system})
    body: dict[str, Any] = {
        "messages": messages,
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
        "n": count,
        "stream": True,
        "cache_prompt": True,
        # Models that think aloud use up the answer before they come to it.
        "chat_template_kwargs": {"enable_thinking": False},
    }
    if request.seed is not None:
        body["seed"] = request.seed  # the engine counts it up from answer to answer
    if request.json_schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": request.json_schema},
        }
    return body


async def _chunks(
    engine: EngineInfo, name: str, body: dict[str, Any], seconds: float
) -> AsyncGenerator[dict[str, Any]]:
    # A proxy of the surrounding shell has no business with our own loopback.
    timeout = httpx.Timeout(None, connect=CONNECT_SECONDS)
    headers = {"Authorization": f"Bearer {engine.key}"}
    async with httpx.AsyncClient(timeout=timeout, trust_env=False, headers=headers) as http:
        question = http.build_request("POST", f"{engine.url}/v1/chat/completions", json=body)
        try:
            async with asyncio.timeout(seconds):
                answer = await http.send(question, stream=True)
            async with aclosing(answer), aclosing(_patiently(answer, seconds)) as lines:
                if answer.is_error:
                    raise _refused(name, await answer.aread())
                async for line in lines:
                    if (chunk := _event(line)) is not None:
                        if "error" in chunk:
                            raise _refused(name, line.partition(":")[2].encode())
                        yield chunk
        except TimeoutError:
            raise ModelUnavailable(
                f"{name} did not answer in time: it wrote nothing for {seconds:.0f} seconds.",
                hint="Raise models.timeout_seconds; `verdigris model tune` may make it faster.",
            ) from None
        except httpx.HTTPError:
            raise _ended(name) from None


async def _patiently(answer: httpx.Response, seconds: float) -> AsyncGenerator[str]:
    """Yield what comes, as long as it comes: an engine that only says it is there says nothing."""
    lines = answer.aiter_lines()
    left = seconds
    while True:
        started = time.monotonic()
        async with asyncio.timeout(left):
            line = await anext(lines, None)
        if line is None:
            return
        left = seconds if line.startswith(_SAYS) else left - (time.monotonic() - started)
        yield line


def _event(line: str) -> dict[str, Any] | None:
    if not line.startswith(_SAYS):
        return None
    try:
        event = json.loads(line.removeprefix(_SAYS))
    except ValueError:
        return None  # the end is announced by a word that is no JSON
    return event if isinstance(event, dict) else None


def _use(timings: dict[str, Any], *, with_prompt: bool) -> Use:
    read, kept = int(timings.get("prompt_n", 0)), int(timings.get("cache_n", 0))
    return Use(
        calls=1,
        tokens_in=read + kept if with_prompt else 0,
        cached_tokens=kept if with_prompt else 0,
        tokens_out=int(timings.get("predicted_n", 0)),
    )


def _refused(name: str, said: bytes) -> ModelUnavailable:
    try:
        fault = json.loads(said)
        fault = fault.get("error", fault)
        kind, message = str(fault.get("type", "")), str(fault.get("message", ""))
    except (ValueError, AttributeError):
        fault, kind, message = {}, "", ""
    if kind == "exceed_context_size_error":
        asked, room = fault.get("n_prompt_tokens", "?"), fault.get("n_ctx", "?")
        return ModelUnavailable(
            f"The question is too long for {name}: {asked} tokens, and the context holds {room}.",
            hint="Raise local.context_tokens, or name a model with a larger context.",
        )
    loading = kind == "unavailable_error"
    words = tidy(message or said.decode(errors="replace")).strip().splitlines()
    return ModelUnavailable(
        f"The engine of {name} refused the question: {(words or ['it said nothing'])[0][:200]}",
        hint="`verdigris model stop` ends the engine; the next question starts a fresh one.",
        transient=loading,
    )


def _ended(name: str) -> ModelUnavailable:
    return ModelUnavailable(
        f"The engine of {name} ended while it was answering.",
        hint="It is started again with the next question. If this repeats, is there enough memory?",
        transient=True,
    )
