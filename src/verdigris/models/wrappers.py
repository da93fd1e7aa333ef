"""What is added around any model: trying again after a passing fault, and masking secrets.

A wrapper is a Model itself, so each does one thing and they can be stacked.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence

from verdigris.core.text import MASK, mask
from verdigris.errors import ModelUnavailable
from verdigris.models.base import Model, Reply, Request


class Retrying:
    """Tries again, with growing and jittered pauses, where the fault may pass."""

    def __init__(
        self,
        inner: Model,
        retries: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._inner = inner
        self._retries = retries
        self._sleep = sleep
        self.name = inner.name
        self.context_tokens = inner.context_tokens

    async def complete(self, request: Request) -> Reply:
        for attempt in range(self._retries + 1):
            try:
                return await self._inner.complete(request)
            except ModelUnavailable as error:
                if not error.transient or attempt == self._retries:
                    raise
                pause = error.retry_after or 2**attempt * random.uniform(0.5, 1.5)
                await self._sleep(min(pause, 60.0))
        raise AssertionError("unreachable")


class Masking:
    """Masks whatever looks like a credential before it leaves this process."""

    def __init__(self, inner: Model, secrets: Sequence[str] = ()) -> None:
        self._inner = inner
        self._secrets = tuple(secret for secret in secrets if len(secret) >= 8)
        self.name = inner.name
        self.context_tokens = inner.context_tokens

    async def complete(self, request: Request) -> Reply:
        clean = request.model_copy(
            update={"system": self._clean(request.system), "prompt": self._clean(request.prompt)}
        )
        return await self._inner.complete(clean)

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, MASK)
        return mask(text)
