"""Ideas that wait to be tried, alone or in pairs, the likeliest first.

What is known already waits in a queue; the rest is thought of when its turn comes. Nothing is
judged or tried here: see `search`.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Iterable, Iterator, Sized
from typing import Protocol, runtime_checkable

from verdigris.repair.idea import Idea, Scored

_STEPS = 16
"""What a stream may think at once; then others have their turn."""


@runtime_checkable
class Gradual(Protocol):
    """A stream for which the next idea can be a long way, which it goes in steps."""

    def think(self, steps: int) -> bool:
        """Take so many steps at most; return whether the next idea is known."""


class Waiting:
    def __init__(self) -> None:
        self.taking = asyncio.Lock()
        """To be held while ideas are taken: nobody else asks a stream that thinks, and who comes
        second gets the second best."""
        self._queue: list[tuple[float, int, tuple[Idea, ...], Iterator[Scored] | None]] = []
        """Less score, number, ideas; for an idea from a stream, where the next one comes from."""
        self._number = itertools.count()
        self._singles: list[Scored] = []

    def __bool__(self) -> bool:
        return bool(self._queue)

    def __len__(self) -> int:
        """Return how many wait, those that streams know of among them."""
        return len(self._queue) + sum(_thought_of(more) for *_, more in self._queue)

    @property
    def best(self) -> float:
        """The score of the next one; there must be one."""
        return -self._queue[0][0]

    def add(self, ideas: Iterable[Scored]) -> None:
        """Put ideas into the queue, each with its score, in any order."""
        for score, idea in ideas:
            self._singles.append((score, idea))
            self.push(score, (idea,))

    def push(self, score: float, ideas: tuple[Idea, ...]) -> None:
        heapq.heappush(self._queue, (-score, next(self._number), ideas, None))

    async def follow(self, ideas: Iterator[Scored]) -> None:
        """Take ideas from a stream that has the likeliest first, one when the last was taken."""
        await _ready(ideas)
        for score, idea in ideas:
            self._singles.append((score, idea))
            heapq.heappush(self._queue, (-score, next(self._number), (idea,), ideas))
            return

    async def pop(self) -> tuple[float, tuple[Idea, ...]]:
        """Take out what is likeliest; there must be something."""
        entry = heapq.heappop(self._queue)
        score, _, ideas, more = entry
        if more is not None:
            try:
                await self.follow(more)
            except asyncio.CancelledError:
                heapq.heappush(self._queue, entry)
                raise
        return -score, ideas

    async def likeliest(self, most: int) -> list[Scored]:
        """Return the likeliest single ideas, thinking of more where too few are known."""
        # From the stream that had the likeliest so far: a second fault may be in another file.
        heads = [(less, number, more) for less, number, _, more in self._queue if more is not None]
        heapq.heapify(heads)
        while heads and len(self._singles) < most:
            *_, stream = heapq.heappop(heads)
            await _ready(stream)
            for score, idea in itertools.islice(stream, 1):
                self.add([(score, idea)])
                heapq.heappush(heads, (-score, next(self._number), stream))
        return sorted(self._singles, key=lambda one: -one[0])[:most]


async def _ready(stream: Iterator[Scored]) -> None:
    """Have a stream think until it knows its next idea, and others go on meanwhile."""
    # No event would tell: it is this task that works.
    while isinstance(stream, Gradual) and not stream.think(_STEPS):  # noqa: ASYNC110
        await asyncio.sleep(0)


def _thought_of(stream: object) -> int:
    """Return how many ideas of a stream wait, as far as it knows."""
    return len(stream) if isinstance(stream, Sized) else 0
