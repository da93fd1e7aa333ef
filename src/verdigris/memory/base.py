"""The MemoryStore seam: cards go in, and come back by the failure they are about.

Every backend passes `tests/conformance/test_memory_store.py`. Whatever a card says came from
models and test output: a backend masks credentials before it keeps anything (`safe.py`). Which
cards come first is decided in `worth.py`, the same for every backend.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature

DIGEST = 8
"""Bytes of what stands for a candidate of a search."""
MOST_DIGESTS, MOST_SEARCHES = 20_000, 20
"""Candidates that are kept of one search, and searches that are kept of one failure."""


def use_key(run_id: str, iteration: int) -> str:
    """Return what tells one iteration from all others, for whatever must be counted once."""
    return f"run {run_id} {iteration}"


class Near(NamedTuple):
    """A card, and how much its failure reads like the one that was asked about."""

    card: Card
    nearness: float
    """From 0 to 1."""


class MemoryStore(Protocol):
    async def put(self, card: Card) -> None:
        """Keep a card. A card with the same id is replaced and keeps its place in time.

        The same change for the same failure with the same end is kept once: another card of it
        adds to the counts of the first. One that ended otherwise counts against the first.
        May raise StoreError; then nothing was kept.
        """
        ...

    async def by_signature(self, signature: Signature, limit: int = 5) -> list[Card]:
        """Return the cards about this failure: green ones first, of these the ones that still
        help, own ones before foreign ones, the newest first where nothing else tells them apart.

        May raise StoreError.
        """
        ...

    async def similar(self, signature: Signature, limit: int = 3) -> list[Card]:
        """Return green cards about other failures with the same general key, in the same order.

        Cards that stopped helping are left out. May raise StoreError.
        """
        ...

    async def nearest(self, text: str, limit: int = 3) -> list[Near]:
        """Return green cards that still help and whose failure reads like this text, the likest
        first. A store without an embedder returns none. May raise StoreError.
        """
        ...

    async def unlike(self, signature: Signature, limit: int = 5) -> list[Card]:
        """Return cards about failures with another general key, green ones first; which ones
        depends on the signature and on nothing else. For a placebo. May raise StoreError.
        """
        ...

    async def used(self, card_id: str, key: str, *, green: bool, exact: bool = True) -> None:
        """Count that a card's change was tried, once for each key; said again, the last counts.

        Not `exact` where it was adapted to other code: failing there says nothing against it where
        it was made. A card that is not kept is passed over. May raise StoreError.
        """
        ...

    async def known_bad(self, signature: Signature) -> frozenset[str]:
        """Return the fingerprints of changes that were tried here on this failure and did not go
        green, or went green once and have failed twice in a row since.

        May raise StoreError.
        """
        ...

    async def missed(
        self, signature: Signature, version: str, key: str, digests: Iterable[bytes]
    ) -> None:
        """Keep which candidates of a search did not help, on one version of the project.

        Each is `DIGEST` bytes. Only the newest searches are kept. May raise StoreError.
        """
        ...

    async def misses(self, signature: Signature, version: str) -> frozenset[bytes]:
        """Return the candidates of earlier searches that did not help. May raise StoreError."""
        ...

    async def count(self) -> int:
        """Return how many cards are kept. May raise StoreError."""
        ...
