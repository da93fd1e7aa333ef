"""What a server with OpenAI's addresses tells of its models: names, and what fits into them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
from pydantic import SecretStr

from verdigris.errors import ModelUnavailable
from verdigris.models.clients import is_loopback, without_user

SECONDS = 10.0
LEARN_SECONDS = 5.0
"""Where nothing hangs on the answer yet."""
LONGEST = 8_000_000
"""Bytes. A list of some hundred models is a tenth of it."""
_CONTEXT = ("max_model_len", "context_length", "max_context_length", "max_input_tokens", "n_ctx")
"""Nobody agreed on a name: those of vLLM, OpenRouter, LM Studio, LiteLLM and llama.cpp."""
_STUMBLES = (
    httpx.HTTPError, httpx.InvalidURL, TimeoutError, RecursionError,
    ValueError, KeyError, IndexError, TypeError,
)  # fmt: skip


async def first_model(url: str, key: SecretStr | None = None, seconds: float = SECONDS) -> str:
    """Ask an OpenAI-compatible server which models it has and take the first."""
    try:
        return str((await _entries(url, key, seconds))[0]["id"])
    except _STUMBLES:
        raise ModelUnavailable(
            f"The server at {without_user(url)} did not list a model.",
            hint="Is it running, does the URL end in /v1? Or name one: openai-compatible:URL#MODEL",
        ) from None


async def context_told(
    url: str, model: str, key: SecretStr | None = None, seconds: float = LEARN_SECONDS
) -> int | None:
    """Return how much fits into a model, where its server says so; without a name, the first."""
    try:
        for entry in await _entries(url, key, seconds):
            if not model or entry["id"] == model:
                meta = entry.get("meta")
                told = entry | (meta if isinstance(meta, dict) else {})
                sizes = [told[name] for name in _CONTEXT if isinstance(told.get(name), int)]
                return next((size for size in sizes if 0 < size < 1 << 31), None)
    except _STUMBLES:
        pass  # whoever asks a question hears of it
    return None


async def _entries(url: str, key: SecretStr | None, seconds: float) -> list[dict[str, Any]]:
    # Unpacked, a small answer could fill the memory before its length is known.
    headers = {"Accept-Encoding": "identity"}
    if key:
        headers["Authorization"] = f"Bearer {key.get_secret_value()}"
    data = bytearray()
    # The client's own limit is for each read: who sends a byte now and then never meets it.
    async with (
        asyncio.timeout(seconds),
        httpx.AsyncClient(timeout=seconds, trust_env=not is_loopback(url)) as http,
        http.stream("GET", f"{url.rstrip('/')}/models", headers=headers) as answer,
    ):
        answer.raise_for_status()
        async for block in answer.aiter_raw():
            data += block
            if len(data) > LONGEST:
                raise ValueError("no list of models is as long as this")
    return [dict(entry) for entry in json.loads(data)["data"]]
