"""The Embedder and VectorIndex seams. Vectors have length one, so nearness is their dot product.

An index belongs to one embedder, by name and dimension: what another one made is made again, never
mixed. It is derived data: it can be thrown away and filled anew from the texts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from verdigris.errors import ModelUnavailable

Vector = Sequence[float]


class Hit(NamedTuple):
    id: str
    nearness: float
    """From -1 to 1; 1 is the same direction."""


class Space(NamedTuple):
    """Whose vectors an index holds."""

    name: str
    dimension: int


class Embedder(Protocol):
    @property
    def name(self) -> str:
        """What tells its vectors from those of others: the model with its version."""
        ...

    @property
    def dimension(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return a vector of length one for each text. May raise MissingError, ModelUnavailable."""
        ...


class VectorIndex(Protocol):
    async def lacking(self, ids: Sequence[str]) -> frozenset[str]:
        """Return which of these have no vector of this index's embedder yet. May raise StoreError,
        as may all of the others.
        """
        ...

    async def strays(self, ids: Sequence[str]) -> frozenset[str]:
        """Return which ids have a vector and are none of these."""
        ...

    async def put(self, vectors: Sequence[tuple[str, Vector]]) -> None:
        """Keep vectors by id; an id that is there is replaced."""
        ...

    async def drop(self, ids: Sequence[str]) -> None:
        """Forget vectors, their bytes included; ids that are not there are passed over."""
        ...

    async def nearest(self, vector: Vector, limit: int) -> list[Hit]:
        """Return the nearest, the nearest first."""
        ...

    async def count(self) -> int: ...

    async def close(self) -> None: ...


def unit(values: Sequence[float], whose: str) -> list[float]:
    """Return a vector with length one. Raises ModelUnavailable for what is no direction."""
    length = math.sqrt(sum(value * value for value in values))
    if not math.isfinite(length) or length == 0.0:
        raise ModelUnavailable(
            f"{whose} gave a vector that has no direction.",
            hint="Set `memory.embedder` to another embedder.",
        )
    return [value / length for value in values]
