"""Documents over an engine that keeps vectors beside them: makes the vectors, also missing ones.

The vectors of each embedder form a space of their own. What another one made, or a wording that has
changed since, is never compared; documents without a vector in our space get one when it is needed,
as many as fit into a moment.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from verdigris.memory.documents.base import MOST_FOUND, Document, Where
from verdigris.memory.likeness.wording import FORMAT
from verdigris.vectors.base import Embedder

_AT_ONCE = 16
"""Texts that are embedded in one go."""
_MOST_LACKING = 2_000
"""Documents without a vector that are held."""
SECONDS = 1.0
"""How long one look-up may make vectors that are missing."""


class Space(NamedTuple):
    name: str
    """Empty where there is no embedder."""
    dimension: int


def space_of(embedder: Embedder | None) -> Space:
    """Return what tells the vectors of an embedder from all others, the wording included."""
    if embedder is None:
        return Space("", 0)
    return Space(f"{embedder.name} {embedder.dimension} {FORMAT}", embedder.dimension)


class Engine(Protocol):
    """What documents and vectors are kept by; `engines/serve.py` has what may be asked."""

    @property
    def longest(self) -> int: ...

    async def ask(self, space: Space, what: str, **asked: Any) -> Any:
        """Return an answer. Raises StoreError, MissingError."""
        ...

    async def close(self) -> None: ...


class EmbeddedDocuments:
    def __init__(self, engine: Engine, embedder: Embedder | None) -> None:
        self._engine = engine
        self._embedder = embedder
        self._space = space_of(embedder)
        self._lacking: list[dict[str, Any]] = []

    @property
    def longest(self) -> int:
        return self._engine.longest

    async def put(self, documents: Sequence[Document]) -> None:
        rows = [{**one._asdict(), "vector": None} for one in documents]
        await self._vectorise([row for row in rows if row["words"]])
        await self._ask("put", documents=rows)

    async def get(self, ids: Sequence[str]) -> list[Document]:
        return [Document(**row) for row in await self._ask("get", ids=list(ids))]

    async def find(self, where: Where, limit: int = MOST_FOUND) -> list[Document]:
        return [Document(**row) for row in await self._ask("find", where=where, limit=limit)]

    async def nearest(self, text: str, where: Where, limit: int) -> list[tuple[Document, float]]:
        if self._embedder is None:
            return []
        await self._catch_up()
        [vector] = await self._embedder.embed([text])
        hits = await self._ask("nearest", vector=list(vector), where=where, limit=limit)
        return [(Document(**row), float(nearness)) for row, nearness in hits]

    async def delete(self, ids: Sequence[str]) -> None:
        await self._ask("delete", ids=list(ids))

    async def count(self, where: Where) -> int:
        return int(await self._ask("count", where=where))

    async def close(self) -> None:
        await self._engine.close()

    async def _ask(self, what: str, **asked: Any) -> Any:
        return await self._engine.ask(self._space, what, **asked)

    async def _catch_up(self) -> None:
        """Make vectors of documents of whoever has another embedder, or of a time before it."""
        if not self._lacking:
            self._lacking = await self._ask("lacking", limit=_MOST_LACKING)
        until = time.monotonic() + SECONDS
        while self._lacking and time.monotonic() < until:
            some = self._lacking[:_AT_ONCE]
            # What was forgotten meanwhile must leave no trace.
            there = {one.id for one in await self.get([row["id"] for row in some])}
            rows = [row for row in some if row["id"] in there]
            await self._vectorise(rows)
            if rows:
                await self._ask("fill", documents=rows)
            del self._lacking[:_AT_ONCE]

    async def _vectorise(self, rows: Sequence[dict[str, Any]]) -> None:
        if self._embedder is not None and rows:
            vectors = await self._embedder.embed([row["words"] for row in rows])
            for row, vector in zip(rows, vectors, strict=True):
                row["vector"] = list(vector)
