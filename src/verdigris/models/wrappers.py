"""What is added around any model: trying again, and masking secrets.

A wrapper is a Model itself, so each does one thing and they can be stacked. Taking another model's
place is in `fallback`, keeping answers in `recording`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing

from verdigris.core.secrets import Masker
from verdigris.core.text import tidy
from verdigris.errors import ModelUnavailable
from verdigris.models.base import Hear, Model, Reply, Request, answer, at_once, close, learn, sample

LONGEST_PAUSE = 60.0
"""Seconds. A provider that asks for a longer one is not waited for."""


class Around:
    """A model around another one, which it passes every question on to."""

    def __init__(self, inner: Model) -> None:
        self._inner = inner
        self.name = inner.name
        self.names = names_of(inner)

    @property
    def context_tokens(self) -> int:
        return self._inner.context_tokens  # some models learn it from their server

    @property
    def at_once(self) -> int:
        return at_once(self._inner)

    async def learn(self) -> None:
        await learn(self._inner)

    async def close(self) -> None:
        await close(self._inner)

    async def complete(self, request: Request) -> Reply:
        return await self._ask(request, None)

    async def stream(self, request: Request, hear: Hear) -> Reply:
        return await self._ask(request, hear)

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        async with aclosing(sample(self._inner, request, count)) as replies:
            async for reply in replies:
                yield reply

    async def _ask(self, request: Request, hear: Hear | None) -> Reply:
        return await answer(self._inner, request, hear)


def names_of(model: Model) -> tuple[str, ...]:
    """Return every model that may answer in this one's name."""
    found: tuple[str, ...] = getattr(model, "names", (model.name,))
    return found


def rest(request: Request, given: int) -> Request:
    """Return the request whose samples follow after the first `given` ones."""
    if not given:
        return request
    seed = (request.seed or 0) + given
    return request.model_copy(update={"seed": seed, "greedy_first": False})


class Retrying(Around):
    """Tries again, with growing and jittered pauses, where the fault may pass."""

    def __init__(
        self,
        inner: Model,
        retries: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(inner)
        self._retries = retries
        self._sleep = sleep

    async def _ask(self, request: Request, hear: Hear | None) -> Reply:
        attempt = 0
        while True:
            try:
                return await super()._ask(request, hear)
            except ModelUnavailable as error:
                await self._pause(error, attempt)
                attempt += 1

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        given = attempt = 0
        while given < count:
            try:
                more = super().sample(rest(request, given), count - given)
                async with aclosing(more) as replies:
                    async for reply in replies:
                        given += 1
                        yield reply
                return
            except ModelUnavailable as error:
                await self._pause(error, attempt)
                attempt += 1

    async def _pause(self, error: ModelUnavailable, attempt: int) -> None:
        """Wait before the next try; raise the error where there is to be none."""
        if not error.transient or attempt >= self._retries:
            raise error
        if error.retry_after is None:
            pause = min(2.0**attempt * random.uniform(0.5, 1.5), LONGEST_PAUSE)
        elif error.retry_after > LONGEST_PAUSE:
            error.hint = f"It asks to be left alone for {error.retry_after:.0f} s. {error.hint}"
            raise error
        else:
            pause = max(error.retry_after, 0.0)
        await self._sleep(pause)


class Masking(Around):
    """Masks whatever looks like a credential before it leaves this process.

    What was masked is put back where the answer repeats it: a function that holds a key must not
    come back with the mask in its place.
    """

    def __init__(self, inner: Model, secrets: Sequence[str] = ()) -> None:
        super().__init__(inner)
        self._secrets = tuple(secrets)

    async def _ask(self, request: Request, hear: Hear | None) -> Reply:
        masker = self._masker(request)
        reply = await super()._ask(_masked(request, masker), hear)
        return _restored(reply, masker)

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        masker = self._masker(request)
        async with aclosing(sample(self._inner, _masked(request, masker), count)) as replies:
            async for reply in replies:
                yield _restored(reply, masker)

    def _masker(self, request: Request) -> Masker:
        return Masker(self._secrets, texts=(tidy(request.prompt), tidy(request.system)))


def _masked(request: Request, masker: Masker) -> Request:
    whole = tidy(request.prompt)  # as long as before: what questions share ends where it did
    prompt = masker.mask(whole)
    begin = masker.mask(whole[: request.shared])
    return request.model_copy(
        update={
            "system": masker.mask(tidy(request.system)),
            "prompt": prompt,
            "shared": len(begin) if prompt.startswith(begin) else 0,
        }
    )


def _restored(reply: Reply, masker: Masker) -> Reply:
    text = masker.restore(reply.text)
    if text == reply.text:
        return reply
    return reply.model_copy(update={"text": text, "masked": reply.text})


class NoModel:
    """Stands where no model is configured: nothing is wrong until somebody asks."""

    name = "none"
    context_tokens = 8192

    def __init__(self, reason: ModelUnavailable) -> None:
        self._reason = reason

    async def complete(self, request: Request) -> Reply:
        raise self._reason
