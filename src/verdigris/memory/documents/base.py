"""The Documents seam: texts kept by id, found by fields and by likeness; and its fake.

What a card, its uses and failed searches are as documents is in `store.py`. A document
may have been written by anybody: `sound` tells whether it has the fields that its kind needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from verdigris.vectors.base import Embedder, Vector

Scalar = str | int | float | bool
Where = Mapping[str, Scalar | tuple[Scalar, ...]]
"""Fields and their values, all of which must hold; a tuple stands for any of its members."""
MOST_FOUND = 1_000
"""Documents that one question may return."""


class Document(NamedTuple):
    id: str
    meta: dict[str, Scalar]
    """What it is found by: short and plain ASCII."""
    body: str = ""
    words: str = ""
    """What it is about, for likeness; a document without words is not found that way."""


class Documents(Protocol):
    """A store of documents. Every method may raise StoreError, and MissingError where the library
    behind it is not installed.
    """

    @property
    def longest(self) -> int:
        """Characters that a body may have."""
        ...

    async def put(self, documents: Sequence[Document]) -> None:
        """Keep documents, in this order; one with the same id is replaced."""
        ...

    async def get(self, ids: Sequence[str]) -> list[Document]: ...

    async def find(self, where: Where, limit: int = MOST_FOUND) -> list[Document]:
        """Return documents in any order. Their words may be missing."""
        ...

    async def nearest(self, text: str, where: Where, limit: int) -> list[tuple[Document, float]]:
        """Return documents whose words read like the text, the likest first, 1 for the same.

        None where there is nothing to compare texts with.
        """
        ...

    async def delete(self, ids: Sequence[str]) -> None: ...

    async def count(self, where: Where) -> int: ...

    async def close(self) -> None: ...


def matches(meta: Mapping[str, object], where: Where) -> bool:
    return all(
        meta.get(name) in (asked if isinstance(asked, tuple) else (asked,))
        for name, asked in where.items()
    )


_NEEDS: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {
    "card": {
        "card": str,
        "signature": str,
        "general": str,
        "fingerprint": str,
        "green": bool,
        "foreign": bool,
        "project": str,
        "scope": str,
        "number": (int, float),
    },
    "use": {"card": str, "green": bool, "exact": bool, "at": (int, float)},
    "miss": {"signature": str, "version": str, "number": (int, float)},
}


def sound(one: Document) -> bool:
    needs = _NEEDS.get(str(one.meta.get("kind")))
    return needs is not None and all(
        isinstance(one.meta.get(name), kind) for name, kind in needs.items()
    )


class InMemoryDocuments:
    """The fake: documents that are gone when the process ends."""

    longest = 100_000_000

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        # A dict keeps a replaced document in its old place.
        self._documents: dict[str, Document] = {}
        self._vectors: dict[str, Vector] = {}

    async def put(self, documents: Sequence[Document]) -> None:
        worded = [one for one in documents if one.words]
        if self._embedder and worded:
            vectors = await self._embedder.embed([one.words for one in worded])
            self._vectors.update(zip((one.id for one in worded), vectors, strict=True))
        self._documents.update((one.id, one) for one in documents)

    async def get(self, ids: Sequence[str]) -> list[Document]:
        return [self._documents[one] for one in ids if one in self._documents]

    async def find(self, where: Where, limit: int = MOST_FOUND) -> list[Document]:
        return [one for one in self._documents.values() if matches(one.meta, where)][:limit]

    async def nearest(self, text: str, where: Where, limit: int) -> list[tuple[Document, float]]:
        if self._embedder is None:
            return []
        [asked] = await self._embedder.embed([text])
        found = [
            (self._documents[name], sum(a * b for a, b in zip(asked, vector, strict=True)))
            for name, vector in self._vectors.items()
            if matches(self._documents[name].meta, where)
        ]
        return sorted(found, key=lambda hit: -hit[1])[:limit]

    async def delete(self, ids: Sequence[str]) -> None:
        for one in ids:
            self._documents.pop(one, None)
            self._vectors.pop(one, None)

    async def count(self, where: Where) -> int:
        return len(await self.find(where, len(self._documents)))

    async def close(self) -> None:
        pass
