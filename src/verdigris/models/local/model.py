"""The Model seam over the local engine, which is started when it is first asked."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from verdigris.models.base import Hear, Reply, Request
from verdigris.settings import Settings


class LocalModel:
    """A model on this machine: answers one question, or writes several answers as one batch."""

    def __init__(self, name: str, settings: Settings) -> None:
        self.name = f"local:{name}"
        self.at_once = settings.local.slots
        self._settings = settings

    @property
    def context_tokens(self) -> int:
        from verdigris.models.local.engines import context_tokens

        return context_tokens(self._settings, self.name)

    async def complete(self, request: Request) -> Reply:
        return await self._one(request, None)

    async def stream(self, request: Request, hear: Hear) -> Reply:
        return await self._one(request, hear)

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply]:
        """Yield answers as they are finished; the question is read once.

        Where the first is to be greedy it is written alone: it is the likeliest to be right, and
        the others then start from the question as it was read for it.
        """
        done = 0
        if request.greedy_first and count:
            yield await self._one(request.model_copy(update={"temperature": 0.0}), None)
            done = 1
        while done < count:
            number = min(self.at_once, count - done)
            # The engine counts the seed up from one answer of a batch to the next.
            batch = request.model_copy(update={"seed": (request.seed or 0) + done})
            async with aclosing(self._ask(batch, number, None)) as replies:
                async for reply in replies:
                    yield reply
            done += number

    async def _one(self, request: Request, hear: Hear | None) -> Reply:
        async with aclosing(self._ask(request, 1, hear)) as replies:
            return await anext(replies)

    async def _ask(self, request: Request, count: int, hear: Hear | None) -> AsyncGenerator[Reply]:
        from verdigris.models.local.client import ensure_engine
        from verdigris.models.local.talk import ask

        # Asked every time: the engine may have stopped for idleness since the last question.
        engine = await ensure_engine(self._settings, self.name)
        seconds = self._settings.models.timeout_seconds
        async with aclosing(ask(engine, self.name, request, count, seconds, hear)) as replies:
            async for reply in replies:
                yield reply
