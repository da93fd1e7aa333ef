"""The Embedder and VectorIndex seams. Vectors have length one, so nearness is their dot product.

An index belongs to one embedder, by name and dimension: what another one made is made again, never
mixed. It is derived data: it can be thrown away and filled anew from the texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

Vector = Sequence[float]


class Hit(NamedTuple):
    id: str
    nearness: float
    """From -1 to 1; 1 is the same direction."""


class Embedder(Protocol):
    @property
    def name(self) -> str:
        """What tells its vectors from those of others: the model with its version."""
        ...

    @property
    def dimension(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector of length one for each text. May raise ModelError or MissingError."""
        ...


class VectorIndex(Protocol):
    async def lacking(self, ids: Sequence[str]) -> frozenset[str]:
        """Return which of these have no vector of this index's embedder yet."""
        ...

    async def put(self, vectors: Sequence[tuple[str, Vector]]) -> None:
        """Keep vectors by id; an id that is there is replaced. May raise StoreError."""
        ...

    async def drop(self, ids: Sequence[str]) -> None:
        """Forget vectors; ids that are not there are passed over. May raise StoreError."""
        ...

    async def nearest(self, vector: Vector, limit: int) -> list[Hit]:
        """Return the nearest, the nearest first. May raise StoreError."""
        ...

    async def count(self) -> int: ...
