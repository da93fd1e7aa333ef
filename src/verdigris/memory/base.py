"""The MemoryStore seam: cards go in, and come back by the failure they are about.

Every backend passes `tests/conformance/test_memory_store.py`. Whatever a card says came from
models and test output: a backend masks credentials before it keeps anything (`safe.py`).
"""

from __future__ import annotations

from typing import Protocol

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature


class MemoryStore(Protocol):
    async def put(self, card: Card) -> None:
        """Keep a card. A card with the same id is replaced and keeps its place in time.

        May raise StoreError; then nothing was kept.
        """
        ...

    async def by_signature(self, signature: Signature, limit: int = 5) -> list[Card]:
        """Return the cards about this failure: green ones first, and the newest of each first.

        May raise StoreError.
        """
        ...

    async def known_bad(self, signature: Signature) -> frozenset[str]:
        """Return the fingerprints of changes that were tried on this failure and never went green.

        May raise StoreError.
        """
        ...

    async def count(self) -> int:
        """Return how many cards are kept. May raise StoreError."""
        ...
