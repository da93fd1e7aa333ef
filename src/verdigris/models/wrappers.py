"""What is added around any model: trying again, masking secrets, keeping answers for a resume.

A wrapper is a Model itself, so each does one thing and they can be stacked.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

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


class Keeping:
    """Keeps each answer beside the run, so that a step done again after a kill asks nothing twice.

    A question that was answered before is answered the same, with the same bill: what the killed
    step had used is counted when it is done again.
    """

    def __init__(self, inner: Model, path: Path) -> None:
        self._inner = inner
        self._path = path
        self._kept: dict[str, Reply] | None = None
        self.name = inner.name
        self.context_tokens = inner.context_tokens

    async def complete(self, request: Request) -> Reply:
        key = hashlib.sha256(f"{self.name}\n{request.model_dump_json()}".encode()).hexdigest()
        if self._kept is None:
            self._kept = dict(self._read())
        if key not in self._kept:
            reply = await self._inner.complete(request)
            self._kept[key] = reply
            with contextlib.suppress(OSError), self._path.open("a", encoding="utf-8") as file:
                # Begins on a line of its own, also after one that a kill cut off.
                file.write("\n" + json.dumps([key, reply.model_dump(mode="json")]) + "\n")
        return self._kept[key]

    def _read(self) -> Iterator[tuple[str, Reply]]:
        with contextlib.suppress(OSError):
            for line in self._path.read_text("utf-8").splitlines():
                with contextlib.suppress(ValueError):  # an empty line, or one a kill cut off
                    key, reply = json.loads(line)
                    yield key, Reply.model_validate(reply)


class NoModel:
    """Stands where no model is configured: nothing is wrong until somebody asks."""

    name = "none"
    context_tokens = 8192

    def __init__(self, reason: ModelUnavailable) -> None:
        self._reason = reason

    async def complete(self, request: Request) -> Reply:
        raise self._reason
