"""Memory on, off and shuffled, as wrappers of its seams, so that its worth can be measured.

Off is an agent that knows nothing and keeps nothing. Shuffled is the placebo: as many cards, counts
and candidates known to fail, but of other failures. What a run learns is kept truthfully by both
on and shuffled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Literal

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.core.template import PREFIX, Kept, Learned, Tallies, Tally
from verdigris.memory.base import DIGEST, MemoryStore, Near
from verdigris.memory.in_memory import InMemoryStore
from verdigris.memory.patterns import InMemoryPatterns, PatternStore

Mode = Literal["on", "off", "shuffled"]


def remembering(store: MemoryStore, mode: Mode) -> MemoryStore:
    if mode == "off":
        return InMemoryStore()
    return ShuffledMemory(store) if mode == "shuffled" else store


def experienced(store: PatternStore, mode: Mode) -> PatternStore:
    if mode == "off":
        return InMemoryPatterns()
    return ShuffledPatterns(store) if mode == "shuffled" else store


class ShuffledMemory:
    """A MemoryStore that answers about other failures, as much as it would about the right one."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    async def put(self, card: Card) -> None:
        await self._store.put(card)

    async def by_signature(self, signature: Signature, limit: int = 5) -> list[Card]:
        right = await self._store.by_signature(signature, limit)
        return await self._store.unlike(signature, len(right))

    async def similar(self, signature: Signature, limit: int = 3) -> list[Card]:
        right = await self._store.similar(signature, limit)
        return await self._store.unlike(signature, len(right))

    async def nearest(self, text: str, limit: int = 3) -> list[Near]:
        right = await self._store.nearest(text, limit)
        wrong = await self._store.unlike(right[0].card.signature, len(right)) if right else []
        return [Near(card, near.nearness) for card, near in zip(wrong, right, strict=False)]

    async def unlike(self, signature: Signature, limit: int = 5) -> list[Card]:
        return await self._store.unlike(signature, limit)

    async def used(self, card_id: str, key: str, *, green: bool, exact: bool = True) -> None:
        await self._store.used(card_id, key, green=green, exact=exact)

    async def known_bad(self, signature: Signature) -> frozenset[str]:
        right = await self._store.known_bad(signature)
        return frozenset(_mixed(one)[:16] for one in right)

    async def missed(
        self, signature: Signature, version: str, key: str, digests: Iterable[bytes]
    ) -> None:
        await self._store.missed(signature, version, key, digests)

    async def misses(self, signature: Signature, version: str) -> frozenset[bytes]:
        right = await self._store.misses(signature, version)
        return frozenset(hashlib.blake2b(one, digest_size=DIGEST).digest() for one in right)

    async def count(self) -> int:
        return await self._store.count()


class ShuffledPatterns:
    """A PatternStore in which each template and operator has the record of another."""

    def __init__(self, store: PatternStore) -> None:
        self._store = store

    async def learn(self, learned: Sequence[Learned]) -> int:
        return await self._store.learn(learned)

    async def known(self, keys: Sequence[str]) -> frozenset[str]:
        return await self._store.known(keys)

    async def of_shape(self, shape: str, limit: int = 30) -> list[Learned]:
        return await self._store.of_shape(shape, limit)

    async def kept(self, kind: str = "", limit: int = 500) -> list[Kept]:
        by_id = {one.template.id: one for one in await self._store.kept(kind, limit)}
        other = _others(by_id)
        return [
            one.model_copy(update={"template": by_id[other[name]].template})
            for name, one in by_id.items()
        ]

    async def tally(self, key: str, tallies: Tallies) -> bool:
        return await self._store.tally(key, tallies)

    async def tallies(self, kind: str = "") -> list[Tally]:
        # Of all kinds, so that an operator has the record of one and the same other.
        names = [one.subject for one in await self._store.tallies()]
        other = {
            **_others(name for name in names if name.startswith(PREFIX)),
            **_others(name for name in names if not name.startswith(PREFIX)),
        }
        found = await self._store.tallies(kind)
        return [one.model_copy(update={"subject": other[one.subject]}) for one in found]

    async def forget(self, template_id: str) -> bool:
        return await self._store.forget(template_id)


def _mixed(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()


def _others(names: Iterable[str]) -> dict[str, str]:
    """Return another name for each: the same one every time, and no name for two."""
    mixed = sorted(names, key=_mixed)
    return dict(zip(mixed, [*mixed[1:], *mixed[:1]], strict=True))
