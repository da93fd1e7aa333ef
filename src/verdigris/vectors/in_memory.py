"""A VectorIndex that compares with every vector: the fake, and what others are measured against."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from verdigris.vectors.base import Hit, Vector


class InMemoryIndex:
    def __init__(self) -> None:
        self._vectors: dict[str, tuple[float, ...]] = {}

    async def lacking(self, ids: Sequence[str]) -> frozenset[str]:
        return frozenset(ids) - self._vectors.keys()

    async def strays(self, ids: Sequence[str]) -> frozenset[str]:
        return frozenset(self._vectors.keys() - set(ids))

    async def put(self, vectors: Sequence[tuple[str, Vector]]) -> None:
        self._vectors.update((name, tuple(vector)) for name, vector in vectors)

    async def drop(self, ids: Sequence[str]) -> None:
        for name in ids:
            self._vectors.pop(name, None)

    async def nearest(self, vector: Vector, limit: int) -> list[Hit]:
        hits = (
            Hit(name, sum(a * b for a, b in zip(vector, kept, strict=True)))
            for name, kept in self._vectors.items()
        )
        return heapq.nsmallest(limit, hits, key=lambda hit: (-hit.nearness, hit.id))

    async def count(self) -> int:
        return len(self._vectors)

    async def close(self) -> None:
        pass
