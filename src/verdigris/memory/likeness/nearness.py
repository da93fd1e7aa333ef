"""Which failures read like a text: an embedder, an index, and the cards they are kept in step with.

The index is derived from the cards and may lag behind, be empty or another embedder's. A look-up
first makes some of the vectors that are missing, for a moment only; `verdigris memory index` makes
all of them. An embedder or an index that fails costs the look-up and nothing else; an embedder that
is away is left out for a while, and a text that it refuses is set aside.

A vector is of a failure, not of a card: a hundred cards about one failure take one place.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from verdigris.errors import MissingError, ModelUnavailable, StoreError, UserError
from verdigris.vectors.base import Embedder, Hit, Vector, VectorIndex

SECONDS = 1.0
"""How long one look-up may make vectors that are missing."""
LEFT_OUT = 60.0
"""Seconds for which an embedder that is away is not asked again."""
_AT_ONCE = 8
THRESHOLDS: Mapping[str, float] = {"hashed": 0.79, "minilm": 0.765}
"""From where on two failures are alike enough for one to inform about the other, by embedder.
`benchmarks/alike.py` measures it."""
_OTHERS = 0.8
FLOORS: Mapping[str, float] = {"hashed": 0.25, "minilm": 0.15}
"""From where on a failure may be what a few words ask for: they are never as like it as another
failure is. Words that mean nothing stay below."""
_OTHER_FLOORS = 0.3


def floor_of(embedder: str) -> float:
    return FLOORS.get(embedder, _OTHER_FLOORS)


def threshold_of(embedder: str, wanted: float | None = None) -> float:
    """Return it for an embedder as the settings call it, unless another one is wanted."""
    return wanted if wanted is not None else THRESHOLDS.get(embedder, _OTHERS)


class Failures(Protocol):
    """The failures that cards are about, by their keys."""

    async def keys(self, *, newest_first: bool = False) -> Sequence[str]:
        """Return all of them, in any order unless asked for."""
        ...

    async def since(self, mark: int) -> tuple[Sequence[str], int]:
        """Return the keys of what was added after a mark, and the next mark.

        A mark below zero stands for the beginning: then only the next mark is asked for.
        """
        ...

    async def texts(self, keys: Sequence[str]) -> Mapping[str, str]:
        """Return the texts of failures that are still there."""
        ...


Opened = Callable[[], Awaitable[tuple[Embedder, VectorIndex]]]


class Nearness:
    def __init__(self, opened: Opened, floor: float = _OTHER_FLOORS) -> None:
        """Ask for the two by `opened` once, when there is something to compare."""
        self.floor = floor
        self._opened = opened
        self._pair: tuple[Embedder, VectorIndex] | None = None
        self._missing: list[str] | None = None
        """Keys without a vector, as far as known; None before the first comparison."""
        self._refused: list[str] = []
        """Keys of texts that the embedder does not take; asked again by the next process."""
        self._mark = -1
        self._asked: tuple[str, Vector] | None = None
        self._out_until = 0.0
        self.trouble = ""
        """Why the last look-up found nothing, if something failed."""

    @classmethod
    def of(cls, embedder: Embedder, index: VectorIndex, floor: float = _OTHER_FLOORS) -> Nearness:
        async def opened() -> tuple[Embedder, VectorIndex]:
            return embedder, index

        return cls(opened, floor)

    async def near(self, text: str, limit: int, failures: Failures) -> list[Hit]:
        """Return keys of failures that read like a text, the likest first."""
        if time.monotonic() < self._out_until:
            return []
        try:
            await self._catch_up_if_it_can(failures)
            _, index = await self._open()
            hits = await index.nearest(await self._vector(text), limit)
        except (StoreError, MissingError, UserError) as error:
            self.trouble = str(error)
            if _is_away(error):
                self._out_until = time.monotonic() + LEFT_OUT
            return []
        self.trouble = ""
        return hits

    async def _vector(self, text: str) -> Vector:
        """Return the vector of a text; the last one is kept, since it is often asked for more."""
        if self._asked is None or self._asked[0] != text:
            [vector] = await (await self._open())[0].embed([text])
            self._asked = (text, vector)
        return self._asked[1]

    async def _catch_up_if_it_can(self, failures: Failures) -> None:
        try:
            await self.catch_up(failures, seconds=SECONDS)
        except ModelUnavailable as error:
            # What has a vector can be compared all the same.
            if _is_away(error):
                raise

    async def catch_up(
        self,
        failures: Failures,
        *,
        seconds: float | None = None,
        tell: Callable[[int], None] = lambda left: None,
    ) -> int:
        """Make vectors that are missing, for so long; return how many are still missing, those
        included whose texts the embedder refuses.

        May raise StoreError, MissingError.
        """
        missing = await self._news(failures)
        started = time.monotonic()
        while missing and (seconds is None or time.monotonic() - started < seconds):
            tell(len(missing))
            some = missing[:_AT_ONCE]
            useless = await self._make_or_set_aside(some, failures)
            del missing[:_AT_ONCE]
            if useless is not None:
                raise useless
        tell(len(missing))
        return len(missing) + len(self._refused)

    async def sweep(self, failures: Failures) -> int:
        """Drop the vectors of failures that are gone; return how many.

        May raise StoreError, MissingError.
        """
        _, index = await self._open()
        strays = await index.strays(await failures.keys())
        await index.drop(sorted(strays))
        return len(strays)

    async def count(self) -> int:
        """Return how many failures have a vector. May raise StoreError, MissingError."""
        return await (await self._open())[1].count()

    async def close(self) -> None:
        if self._pair is not None:
            await self._pair[1].close()

    async def _open(self) -> tuple[Embedder, VectorIndex]:
        if self._pair is None:
            self._pair = await self._opened()
        return self._pair

    async def _news(self, failures: Failures) -> list[str]:
        """Return what has no vector: all is compared once, later only what was added since."""
        new, mark = await failures.since(self._mark)
        if self._missing is None and (new := await failures.keys()):
            # In order only where there is something to do: putting them in order takes a while.
            if await (await self._open())[1].lacking(new):
                new = list(reversed(await failures.keys(newest_first=True)))
            else:
                new = []
        missing = self._missing or []
        if new:
            lacking = await (await self._open())[1].lacking(new)
            known = set(missing)
            found = [key for key in dict.fromkeys(new) if key in lacking and key not in known]
            # The newest first: they are the likeliest to come up again.
            missing = [*reversed(found), *missing]
        self._missing = missing
        self._mark = mark
        return self._missing

    async def _make_or_set_aside(
        self, keys: Sequence[str], failures: Failures
    ) -> ModelUnavailable | None:
        """Make vectors; set aside what the embedder refuses, or it would keep the rest waiting.

        Returns why, where it refuses every one of several: then it may take none at all. Raises
        ModelUnavailable where it is away, and StoreError.
        """
        try:
            await self._make(keys, failures)
            return None
        except ModelUnavailable as error:
            if _is_away(error):
                raise
            why = error
        refused = [key for key in keys if not await self._is_made(key, failures)]
        self._refused += refused
        return why if len(refused) == len(keys) > 1 else None

    async def _is_made(self, key: str, failures: Failures) -> bool:
        try:
            await self._make([key], failures)
        except ModelUnavailable as error:
            if _is_away(error):
                raise
            return False
        return True

    async def _make(self, keys: Sequence[str], failures: Failures) -> None:
        texts = await failures.texts(keys)
        if not texts:
            return
        embedder, index = await self._open()
        vectors = await embedder.embed(list(texts.values()))
        await index.put(list(zip(texts, vectors, strict=True)))
        # One that was forgotten meanwhile must not leave a trace: whoever forgot it may have
        # dropped its vector before there was one.
        if gone := set(texts) - set(await failures.texts(list(texts))):
            await index.drop(sorted(gone))


def _is_away(error: Exception) -> bool:
    """Tell whether an embedder would take no text at all at the moment."""
    return isinstance(error, ModelUnavailable) and (error.transient or error.lasting)
