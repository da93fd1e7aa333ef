"""Ollama, in its own protocol: `/api/show` for what a model is, `/api/chat` for its answers.

Its OpenAI-compatible address is not used where this one is there: there the context cannot be set,
and Ollama cuts every question off silently at its default of 4096 tokens. A server that has only
the compatible address is asked over that.
"""

from __future__ import annotations

import asyncio
import difflib
import json
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx

from verdigris.core.budget import Use
from verdigris.core.text import mask, one_line, tidy
from verdigris.errors import ModelUnavailable
from verdigris.models.base import Hear, Model, Reply, Request, answer, close
from verdigris.models.clients import require_url
from verdigris.settings import Settings

CONNECT_SECONDS = 10.0
LOOK_SECONDS = 30.0
"""For the small questions; the server answers them while a model is loading."""
LEARN_SECONDS = 5.0
"""For the first of them, where nothing hangs on it yet."""
MOST_BYTES = 16 << 20
"""An answer longer than this is no answer."""
_TOO_LONG = re.compile(r"(?i)exceed\w* the (?:available )?context|context (?:length|size|window)")
_NO_MEMORY = re.compile(r"(?i)requires more (?:system )?memory|out of memory|cudaMalloc failed")


@dataclass(frozen=True)
class Shown:
    """What `/api/show` tells about a model."""

    context_tokens: int
    thinks: bool


class OllamaModel:
    """A model that an Ollama server has pulled."""

    def __init__(self, model: str, settings: Settings) -> None:
        self.name = f"ollama:{model}"
        self._model = model
        self._settings = settings
        require_url(settings.providers.ollama_url, "providers.ollama_url")
        self._url = _root(settings.providers.ollama_url)
        self._context = settings.providers.ollama_context
        self._shown: Shown | None = None
        self._compatible: Model | None = None
        self._looking = asyncio.Lock()

    @property
    def context_tokens(self) -> int:
        """What is asked for, or what the model can do, once the server has said so."""
        return self._context

    async def learn(self) -> None:
        with suppress(ModelUnavailable, TimeoutError):
            async with asyncio.timeout(LEARN_SECONDS), self._http() as http:
                await self._look(http)

    async def close(self) -> None:
        if self._compatible is not None:
            await close(self._compatible)

    async def complete(self, request: Request) -> Reply:
        return await self._answer(request, None)

    async def stream(self, request: Request, hear: Hear) -> Reply:
        return await self._answer(request, hear)

    async def _answer(self, request: Request, hear: Hear | None) -> Reply:
        async with self._http() as http:
            await self._look(http)
            if self._compatible is not None:
                return await answer(self._compatible, request, hear)
            try:
                async with asyncio.timeout(self._settings.models.timeout_seconds):
                    return await self._chat(http, request, hear)
            except TimeoutError:
                raise ModelUnavailable(
                    f"{self.name} did not answer in time.",
                    hint="Raise models.timeout_seconds; loading a large model takes a while.",
                    transient=True,
                ) from None
            except httpx.ConnectError:
                raise self._unreachable() from None
            except httpx.HTTPError:
                raise self._cut() from None

    def _http(self) -> httpx.AsyncClient:
        # No proxy of the surrounding shell, and no redirects: the address is meant as it is.
        timeout = httpx.Timeout(None, connect=CONNECT_SECONDS)
        return httpx.AsyncClient(base_url=self._url, timeout=timeout, trust_env=False)

    async def _look(self, http: httpx.AsyncClient) -> None:
        """Ask once what the model is; find out whether the server speaks Ollama's protocol."""
        async with self._looking:
            if self._shown is None and self._compatible is None:
                await self._show(http)

    async def _show(self, http: httpx.AsyncClient) -> None:
        try:
            said = await http.post("/api/show", json={"model": self._model}, timeout=LOOK_SECONDS)
        except httpx.ConnectError:
            raise self._unreachable() from None
        except httpx.HTTPError:
            raise self._cut() from None
        told = _json(said.content)
        if said.is_success and told is not None:
            self._shown = _shown(told)
            self._context = min(self._context, self._shown.context_tokens or self._context)
        elif told is not None and isinstance(told.get("error"), str):
            raise await self._fault(http, said.status_code, told["error"])
        elif said.status_code in (404, 405, 501):
            from verdigris.models.provider import ProviderModel

            self._compatible = ProviderModel("ollama", self._model, self._settings)
        else:
            raise self._foreign(f"status {said.status_code}")

    async def _chat(self, http: httpx.AsyncClient, request: Request, hear: Hear | None) -> Reply:
        words: list[str] = []
        body = self._body(request)
        async with http.stream("POST", "/api/chat", json=body) as answer:
            if not answer.is_success:
                told = _json(await answer.aread()) or {}
                raise await self._fault(http, answer.status_code, str(told.get("error", "")))
            async with aclosing(_lines(answer)) as lines:
                async for line in lines:
                    if (part := _json(line)) is None:
                        raise self._foreign("lines that are no JSON objects")
                    if "error" in part:
                        raise await self._fault(http, 500, str(part["error"]))
                    message = part.get("message")
                    text = message.get("content") if isinstance(message, dict) else None
                    if isinstance(text, str) and text:
                        words.append(text)
                        if hear is not None:
                            hear(text)
                    if part.get("done") is True:
                        return _reply("".join(words), part)
        raise self._cut()  # the last line says that it is the last one

    def _body(self, request: Request) -> dict[str, Any]:
        messages = [{"role": "user", "content": request.prompt}]
        if request.system:
            messages.insert(0, {"role": "system", "content": request.system})
        options: dict[str, Any] = {
            "num_ctx": self._context,
            "num_predict": request.max_tokens,
            "temperature": request.temperature,
        }
        if request.seed is not None:
            options["seed"] = request.seed
        body: dict[str, Any] = {
            "model": self._model,
            "messages": messages,
            "options": options,
            "stream": True,
            # Newer servers then refuse what does not fit, instead of cutting it off.
            "truncate": False,
            "shift": False,
        }
        if request.json_schema is not None:
            body["format"] = request.json_schema
        if self._shown is not None and self._shown.thinks:
            body["think"] = False  # thinking aloud would use the answer up
        return body

    async def _fault(self, http: httpx.AsyncClient, status: int, said: str) -> ModelUnavailable:
        words = one_line(mask(tidy(said)), 200).rstrip(".") or f"status {status}"
        if status == 404 or re.search(r"(?i)model .*not found", said):
            near = difflib.get_close_matches(self._model, await _tags(http), n=1, cutoff=0.4)
            return ModelUnavailable(
                f"Ollama has no model called '{self._model}'."
                + (f" Did you mean '{near[0]}'?" if near else ""),
                hint=f"Run: ollama pull {self._model}",
                lasting=True,
            )
        if _TOO_LONG.search(said):
            return ModelUnavailable(
                f"The question is too long for {self.name}, whose context holds "
                f"{self._context} tokens.",
                hint="Raise providers.ollama_context, or name a model with a larger context.",
            )
        if _NO_MEMORY.search(said):
            return ModelUnavailable(
                f"{self.name} does not fit into the memory of its server: {words}.",
                hint="Lower providers.ollama_context, or name a smaller model.",
                lasting=True,
            )
        return ModelUnavailable(
            f"{self.name} failed: {words}.",
            hint="See the log of the Ollama server.",
            transient=status in (408, 429) or status >= 500,
            lasting=status in (401, 403),
        )

    def _unreachable(self) -> ModelUnavailable:
        return ModelUnavailable(
            f"The Ollama server at {mask(self._url)} cannot be reached.",
            hint="Start it with `ollama serve`, or set providers.ollama_url.",
            transient=True,
        )

    def _cut(self) -> ModelUnavailable:
        return ModelUnavailable(
            f"{self.name} broke off in the middle of its answer.",
            hint="See the log of the Ollama server; is there enough memory?",
            transient=True,
        )

    def _foreign(self, what: str) -> ModelUnavailable:
        return ModelUnavailable(
            f"The server at {mask(self._url)} does not speak Ollama's protocol: it sent {what}.",
            hint="Check providers.ollama_url; other servers are named openai-compatible:URL#MODEL.",
        )


def _root(url: str) -> str:
    """Return the address of the server: settings name the compatible one, which ends in /v1."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/").removesuffix("/v1")
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


async def _lines(answer: httpx.Response) -> AsyncGenerator[bytes]:
    """Yield the lines as they come. No line, and no answer, may grow without an end."""
    rest, seen = b"", 0
    async for block in answer.aiter_bytes():
        seen += len(block)
        if seen > MOST_BYTES:
            return  # looks like a connection that was cut, and is as useless
        *whole, rest = (rest + block).split(b"\n")
        for line in whole:
            if line.strip():
                yield line
    if rest.strip():
        yield rest


def _json(data: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _shown(told: dict[str, Any]) -> Shown:
    info = told.get("model_info")
    info = info if isinstance(info, dict) else {}
    context = info.get(f"{info.get('general.architecture')}.context_length")
    abilities = told.get("capabilities")
    return Shown(
        context_tokens=context if isinstance(context, int) and context > 0 else 0,
        thinks=isinstance(abilities, list) and "thinking" in abilities,
    )


def _reply(text: str, last: dict[str, Any]) -> Reply:
    def count(name: str) -> int:
        value = last.get(name)
        return value if isinstance(value, int) and value >= 0 else 0

    return Reply(
        text=tidy(text),
        use=Use(calls=1, tokens_in=count("prompt_eval_count"), tokens_out=count("eval_count")),
        finish="length" if last.get("done_reason") == "length" else "stop",
    )


async def _tags(http: httpx.AsyncClient) -> list[str]:
    """Return the names of the models the server has; none when it does not say."""
    try:
        answer = await http.get("/api/tags", timeout=LOOK_SECONDS)
        models = (_json(answer.content) or {}).get("models")
        return [str(model["name"]) for model in models] if isinstance(models, list) else []
    except (httpx.HTTPError, KeyError, TypeError):
        return []
