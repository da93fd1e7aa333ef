"""Makes runs differ: every question of a run carries seeds of its own, the same ones each time."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from verdigris.models.base import Hear, Model, Reply, Request, Seat
from verdigris.models.wrappers import Around


class Seeded(Around):
    """A model whose questions have something added to their seeds."""

    def __init__(self, inner: Model, offset: int) -> None:
        super().__init__(inner)
        self._offset = offset

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        async with aclosing(super().sample(self._moved(request), count)) as replies:
            async for reply in replies:
                yield reply

    async def _ask(self, request: Request, hear: Hear | None) -> Reply:
        return await super()._ask(self._moved(request), hear)

    def _moved(self, request: Request) -> Request:
        return request.model_copy(update={"seed": (request.seed or 0) + self._offset})


def seeded(models: Mapping[Seat, Model], offset: int) -> dict[Seat, Model]:
    """Return models with moved seeds; what was one model stays one. The first run moves nothing."""
    if not offset:
        return dict(models)
    moved = {id(model): Seeded(model, offset) for model in models.values()}
    return {seat: moved[id(model)] for seat, model in models.items()}
