"""Embedders behind HTTP: any server that speaks `/v1/embeddings`, and Ollama's `/api/embed`.

What looks like a credential is masked before a text leaves this process. Redirects are not
followed: a key does not go where the user did not send it.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any

import httpx

from verdigris.core.text import mask, one_line, tidy
from verdigris.errors import ModelUnavailable
from verdigris.models.clients import is_loopback, require_url
from verdigris.vectors.base import Vector, unit

_AT_ONCE = 64
"""Texts in one request."""
_LONGEST = 8_000
"""Characters of a text that are sent."""
_MOST_BYTES = 64 << 20
SECONDS, _SECONDS_A_TEXT = 10.0, 0.25
"""How long an answer may take, to its last byte."""
_CONNECT_SECONDS = 5.0
_MOST_NUMBERS = 16_384


class HttpEmbedder:
    """One server and one model. `dimension` is known once `open` has asked for a first vector."""

    def __init__(
        self,
        name: str,
        url: str,
        model: str,
        *,
        key: str = "",
        secrets: Sequence[str] = (),
        ollama: bool = False,
    ) -> None:
        require_url(url, "The URL of the embedder")
        self.name = name
        self.dimension = 0
        self._url = url.rstrip("/") + ("/api/embed" if ollama else "/embeddings")
        self._model = model
        self._key = key
        self._secrets = tuple(secrets)
        self._ollama = ollama

    async def open(self) -> HttpEmbedder:
        """Find out the dimension. Raises ModelUnavailable."""
        [first] = await self.embed(["test"])
        self.dimension = len(first)
        return self

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        found: list[Vector] = []
        loopback = is_loopback(self._url)
        async with httpx.AsyncClient(
            timeout=httpx.Timeout(None, connect=_CONNECT_SECONDS),
            follow_redirects=False,
            trust_env=not loopback,
        ) as http:
            for start in range(0, len(texts), _AT_ONCE):
                some = [self._safe(text) for text in texts[start : start + _AT_ONCE]]
                found += self._vectors(await self._ask(http, some), len(some))
        return found

    def _safe(self, text: str) -> str:
        return tidy(mask(text, self._secrets))[:_LONGEST] or " "

    async def _ask(self, http: httpx.AsyncClient, texts: list[str]) -> Any:
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        body = {"model": self._model, "input": texts}
        seconds = SECONDS + _SECONDS_A_TEXT * len(texts)
        try:
            # Not httpx's own limit, which is per read: an answer that drips would never end.
            async with (
                asyncio.timeout(seconds),
                http.stream("POST", self._url, json=body, headers=headers) as answer,
            ):
                data = b""
                async for block in answer.aiter_bytes():
                    data += block
                    if len(data) > _MOST_BYTES:
                        raise self._fault("it sent more than an answer can be")
            if not answer.is_success:
                raise self._refused(answer.status_code, data)
            return httpx.Response(200, content=data).json()
        except TimeoutError as error:
            raise self._fault(f"no answer within {seconds:g} s", transient=True) from error
        except httpx.HTTPError as error:
            raise self._fault("it cannot be reached", transient=True) from error
        except (ValueError, RecursionError) as error:
            raise self._fault("it sent something that is no answer") from error

    def _vectors(self, said: Any, wanted: int) -> list[Vector]:
        try:
            if self._ollama:
                rows = list(said["embeddings"])
            else:
                rows = [one["embedding"] for one in sorted(said["data"], key=lambda o: o["index"])]
            vectors = [[float(number) for number in row] for row in rows]
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise self._fault("it sent something that is no answer") from error
        sizes = {len(vector) for vector in vectors}
        if (
            len(vectors) != wanted
            or len(sizes) != 1
            or not 0 < (size := sizes.pop()) <= _MOST_NUMBERS
        ):
            raise self._fault("it sent other vectors than were asked for")
        if self.dimension and size != self.dimension:
            raise self._fault(f"its vectors have {size} numbers now, and had {self.dimension}")
        if not all(math.isfinite(number) for vector in vectors for number in vector):
            raise self._fault("it sent something that is no number")
        return [unit(vector, self.name) for vector in vectors]

    def _refused(self, status: int, data: bytes) -> ModelUnavailable:
        if status in (401, 403):
            return self._fault("it refused the key", lasting=True)
        if 300 <= status < 400:
            return self._fault("it sent us to another address, where your key does not belong")
        said = one_line(mask(data[:500].decode("utf-8", "replace"), self._secrets), 160)
        if status == 404:
            return self._fault(f"it does not know the model ({said})", lasting=True)
        return self._fault(f"it answered {status}: {said}", transient=status in (429, 500, 503))

    def _fault(
        self, why: str, *, transient: bool = False, lasting: bool = False
    ) -> ModelUnavailable:
        return ModelUnavailable(
            f"The embedder {self.name} cannot be used: {why}.",
            hint="Check `memory.embedder`, the server and its key; memory goes on without it.",
            transient=transient,
            lasting=lasting,
        )
