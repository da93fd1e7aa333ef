"""Asking a server, patiently. How to ask and how to wait is handed in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from fetching.errors import GaveUp, Refused
from fetching.policy import Policy
from fetching.response import Response

Ask = Callable[[str], Awaitable[Response]]
Wait = Callable[[int], Awaitable[None]]


async def wait_ms(milliseconds: int) -> None:
    await asyncio.sleep(milliseconds / 1000)


class Client:
    def __init__(self, ask: Ask, policy: Policy | None = None, wait: Wait = wait_ms) -> None:
        self._ask = ask
        self._policy = policy or Policy()
        self._wait = wait
        self.asked = 0

    async def get(self, path: str) -> str:
        """The body. Raises Refused, or GaveUp after the last attempt."""
        for wait in self._policy.waits():
            response = await self._try(path)
            if response.ok:
                return response.body
            wished = response.retry_after_ms()
            longest = self._policy.longest_wait_ms
            await self._wait(wait if wished is None else min(max(wait, wished), longest))
        response = await self._try(path)
        if response.ok:
            return response.body
        raise GaveUp(f"{path} stayed busy", response)

    async def _try(self, path: str) -> Response:
        self.asked += 1
        response = await self._ask(path)
        if not response.ok and not response.busy:
            raise Refused(f"{path} was refused", response)
        return response
