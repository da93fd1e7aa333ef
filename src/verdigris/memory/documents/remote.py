"""Asking a memory service over HTTP: JSON both ways, within limits, and one clear sentence for each
way in which it fails.

A service that is down, slow, throttling or talks nonsense is out of reach for now
(StoreUnreachable); one that works and refuses what was asked is a plain StoreError. Redirects are
not followed: a key is sent to the host it was given for and no other.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import httpx

from verdigris.core.text import mask, one_line
from verdigris.errors import StoreError, StoreUnreachable
from verdigris.settings.hosts import is_loopback

SECONDS = 10.0
"""How long an answer may take, to its last byte."""
LARGEST = 64_000_000
"""Bytes of an answer that are read."""


class Remote:
    def __init__(
        self,
        base: str,
        *,
        called: str,
        headers: Mapping[str, str],
        key_hint: str,
        seconds: float = SECONDS,
    ) -> None:
        self._called = called
        self._key_hint = key_hint
        self._seconds = seconds
        self._client = httpx.AsyncClient(
            base_url=base,
            headers=dict(headers),
            timeout=seconds,
            follow_redirects=False,
            # A proxy of the environment has no business with what stays on this machine.
            trust_env=not is_loopback(base),
        )

    async def ask(
        self,
        method: str,
        path: str,
        said: object = None,
        params: Mapping[str, str | int] | None = None,
    ) -> Any:
        """Return the answer, decoded. Raises StoreError."""
        body = None if said is None else json.dumps(said).encode()
        headers = {"Content-Type": "application/json"} if body is not None else None
        try:
            # The client's own limit is per read: an answer that drips would never end.
            async with (
                asyncio.timeout(self._seconds),
                self._client.stream(
                    method, path, content=body, params=params, headers=headers
                ) as response,
            ):
                data = await _bounded(response)
        except (TimeoutError, httpx.TimeoutException):
            raise StoreUnreachable(
                f"{self._called} gave no answer within {self._seconds:g} s."
            ) from None
        except httpx.HTTPError as error:
            raise StoreUnreachable(
                f"{self._called} cannot be reached: {one_line(str(error), 200)}.",
                hint="Check that it runs, and the address in `memory.url`.",
            ) from None
        self._require_success(response, data)
        return self._decoded(data)

    async def close(self) -> None:
        await self._client.aclose()

    def _require_success(self, response: httpx.Response, data: bytes) -> None:
        status = response.status_code
        if 200 <= status < 300:
            return
        if status in (401, 403):
            raise StoreUnreachable(f"{self._called} does not accept the key.", hint=self._key_hint)
        if status == 429:
            wait = response.headers.get("Retry-After", "")
            later = f" for {wait} seconds" if wait.isdecimal() else ""
            raise StoreUnreachable(f"{self._called} asks us to wait{later}: too many requests.")
        if status >= 500:
            raise StoreUnreachable(f"{self._called} does not work at the moment (status {status}).")
        if status < 400:
            raise StoreUnreachable(
                f"{self._called} answers with another address, which is not followed.",
                hint="Give the final address in `memory.url`.",
            )
        said = one_line(mask(data[:2000].decode("utf-8", "replace")), 200)
        raise StoreError(f"{self._called} refused (status {status}): {said}")

    def _decoded(self, data: bytes) -> Any:
        if not data:
            return None
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise StoreUnreachable(
                f"What answers as {self._called} does not speak its language.",
                hint="Check the address in `memory.url`.",
            ) from None

    def nonsense(self) -> StoreUnreachable:
        """Return the error for an answer that is JSON, and not what was promised."""
        return StoreUnreachable(
            f"{self._called} answered something unexpected.",
            hint="Check the address in `memory.url`; the service may have changed.",
        )


async def _bounded(response: httpx.Response) -> bytes:
    data = bytearray()
    async for piece in response.aiter_bytes():
        data += piece
        if len(data) > LARGEST:
            raise httpx.ReadError("the answer is too long")
    return bytes(data)
