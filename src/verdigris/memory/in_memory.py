"""A MemoryStore that forgets when the process ends: the fake for tests, and an agent without
memory to measure the other one against.
"""

from __future__ import annotations

from dataclasses import dataclass

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.memory.safe import safe


@dataclass(frozen=True)
class _Kept:
    card: Card
    key: Signature
    """The signature as it was before masking, which is how it will be asked for."""
    fingerprint: str


class InMemoryStore:
    def __init__(self) -> None:
        # A dict keeps a replaced card in its old place, which is what the seam asks for.
        self._kept: dict[str, _Kept] = {}

    async def put(self, card: Card) -> None:
        fingerprint = card.change.fingerprint if card.change else ""
        self._kept[card.id] = _Kept(safe(card), card.signature, fingerprint)

    async def by_signature(self, signature: Signature, limit: int = 5) -> list[Card]:
        newest = [kept.card for kept in self._about(signature)][::-1]
        return sorted(newest, key=lambda card: not card.green)[:limit]

    async def known_bad(self, signature: Signature) -> frozenset[str]:
        about = self._about(signature)
        good = {kept.fingerprint for kept in about if kept.card.green}
        return frozenset(kept.fingerprint for kept in about if kept.fingerprint) - good

    async def count(self) -> int:
        return len(self._kept)

    def _about(self, signature: Signature) -> list[_Kept]:
        return [kept for kept in self._kept.values() if kept.key == signature]
