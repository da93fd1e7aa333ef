"""The memory of one machine beside one that is shared: written here, told there, asked together.

Whatever is kept is kept in the local database, with a letter to the shared memory in the same
transaction; `store/outbox.py` sends it. What others have told is a stranger's, unless they are
trusted: its green changes are candidates, and it has no say in anything else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.memory.base import MemoryStore, Near
from verdigris.memory.shared.elsewhere import Careful
from verdigris.memory.sql import SqlMemoryStore
from verdigris.memory.strangers import as_stranger
from verdigris.memory.worth import LOOKED_AT, Kept, best_first, helping


@runtime_checkable
class Weighs(Protocol):
    """A store that can say how its cards have fared."""

    async def kept(self, signature: Signature, *, alike: bool = False) -> list[Kept]:
        """Return cards about a failure, or about the like of it, whether they still help or not."""
        ...


class DeliveringMemory:
    """A MemoryStore. The local store must tell what it writes to whoever delivers it."""

    def __init__(
        self,
        local: SqlMemoryStore,
        shared: Careful,
        *,
        trusted: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._local = local
        self._shared = shared
        self._trusted = trusted
        self._clock = clock

    async def put(self, card: Card) -> None:
        await self._local.put(card)

    async def used(self, card_id: str, key: str, *, green: bool, exact: bool = True) -> None:
        await self._local.used(card_id, key, green=green, exact=exact)

    async def missed(
        self, signature: Signature, version: str, key: str, digests: Iterable[bytes]
    ) -> None:
        await self._local.missed(signature, version, key, digests)

    async def by_signature(self, signature: Signature, limit: int = 5) -> list[Card]:
        return (await self._merged(signature, alike=False))[:limit]

    async def similar(self, signature: Signature, limit: int = 3) -> list[Card]:
        return (await self._merged(signature, alike=True))[:limit]

    async def nearest(self, text: str, limit: int = 3) -> list[Near]:
        # Likeness is for prompts, and a stranger's words reach none.
        mine = self._local.nearest(text, limit)
        if not self._trusted:
            return await mine
        near, theirs = await asyncio.gather(
            mine, self._shared.ask(lambda store: store.nearest(text, limit), list[Near]())
        )
        known = {one.card.id for one in near}
        near += [one for one in theirs if one.card.id not in known]
        return sorted(near, key=lambda one: -one.nearness)[:limit]

    async def unlike(self, signature: Signature, limit: int = 5) -> list[Card]:
        mine, theirs = await asyncio.gather(
            self._local.unlike(signature, limit),
            self._shared.ask(lambda store: store.unlike(signature, limit), list[Card]()),
        )
        known = {card.id for card in mine}
        return [*mine, *(self._seen(card) for card in theirs if card.id not in known)][:limit]

    async def known_bad(self, signature: Signature) -> frozenset[str]:
        mine = self._local.known_bad(signature)
        if not self._trusted:
            return await mine
        bad, theirs = await asyncio.gather(
            mine, self._shared.ask(lambda store: store.known_bad(signature), frozenset[str]())
        )
        # What went green here is not bad because it failed elsewhere.
        here = await self._local.kept(signature)
        good = {one.card.change.fingerprint for one in here if one.card.green and one.card.change}
        return bad | (theirs - good)

    async def misses(self, signature: Signature, version: str) -> frozenset[bytes]:
        mine = self._local.misses(signature, version)
        if not self._trusted:
            return await mine
        here, there = await asyncio.gather(
            mine,
            self._shared.ask(lambda store: store.misses(signature, version), frozenset[bytes]()),
        )
        return here | there

    async def count(self) -> int:
        return await self._local.count()

    async def _merged(self, signature: Signature, *, alike: bool) -> list[Card]:
        async def question(store: MemoryStore) -> list[Kept]:
            if isinstance(store, Weighs):
                return await store.kept(signature, alike=alike)
            ask = store.similar if alike else store.by_signature
            return [Kept(card, (), -at) for at, card in enumerate(await ask(signature, LOOKED_AT))]

        mine, theirs = await asyncio.gather(
            self._local.kept(signature, alike=alike), self._shared.ask(question, list[Kept]())
        )
        found = self._together(mine, theirs)
        # By what is believed here: a stranger's counts keep nothing from being tried.
        best = best_first(helping(found) if alike else found, self._clock())
        return [kept.card for kept in best]

    def _together(self, mine: list[Kept], theirs: list[Kept]) -> list[Kept]:
        """Return each card once. Of one that both know, ours, with the longer record."""
        found = {kept.card.id: kept for kept in mine}
        same = {_gist(kept.card) for kept in mine}
        # Numbers of different stores do not compare: what is ours counts as newer.
        below = min((kept.number for kept in mine), default=0) - len(theirs)
        for at, kept in enumerate(sorted(theirs, key=lambda one: one.number)):
            known = found.get(kept.card.id)
            if known is not None:
                if self._trusted and len(kept.uses) > len(known.uses):
                    found[kept.card.id] = known._replace(uses=kept.uses)
                continue
            card = self._seen(kept.card)
            if _gist(card) in same or not (self._trusted or card.green):
                continue
            found[card.id] = Kept(card, kept.uses if self._trusted else (), below + at)
        return list(found.values())

    def _seen(self, card: Card) -> Card:
        return card if self._trusted else as_stranger(card)


def _gist(card: Card) -> tuple[str, str | int, bool]:
    """Return what makes two cards say the same; one without a change is like no other."""
    return card.signature.key, card.change.fingerprint if card.change else id(card), card.green
