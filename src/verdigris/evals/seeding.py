"""Makes runs differ: every question of a run carries seeds of its own, the same ones each time."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from verdigris.models.base import Hear, Model, Reply, Request, Seat, answer, at_once, sample


class Seeded:
    """A model whose questions have something added to their seeds."""

    def __init__(self, inner: Model, offset: int) -> None:
        self._inner = inner
        self._offset = offset

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def context_tokens(self) -> int:
        return self._inner.context_tokens

    @property
    def at_once(self) -> int:
        return at_once(self._inner)

    async def complete(self, request: Request) -> Reply:
        return await self._inner.complete(self._moved(request))

    async def stream(self, request: Request, hear: Hear) -> Reply:
        return await answer(self._inner, self._moved(request), hear)

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        async with aclosing(sample(self._inner, self._moved(request), count)) as replies:
            async for reply in replies:
                yield reply

    def _moved(self, request: Request) -> Request:
        return request.model_copy(update={"seed": (request.seed or 0) + self._offset})


def seeded(models: Mapping[Seat, Model], offset: int) -> dict[Seat, Model]:
    """Return models with moved seeds; what was one model stays one. The first run moves nothing."""
    if not offset:
        return dict(models)
    moved = {id(model): Seeded(model, offset) for model in models.values()}
    return {seat: moved[id(model)] for seat, model in models.items()}
