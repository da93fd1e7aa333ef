"""A MemoryStore that forgets when the process ends: the fake for tests, and an agent without
memory to measure the other one against.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.memory.base import MOST_DIGESTS, MOST_SEARCHES, use_key
from verdigris.memory.safe import safe
from verdigris.memory.worth import Kept, Use, best_first, has_stopped_helping, is_demoted


@dataclass
class _Entry:
    card: Card
    signature: Signature
    """As it was before masking, which is how it will be asked for."""
    fingerprint: str
    uses: dict[str, Use] = field(default_factory=dict)

    def kept(self, number: int) -> Kept:
        return Kept(self.card, tuple(self.uses.values()), number)


class InMemoryStore:
    def __init__(self, project: str = "", clock: Callable[[], float] = time.time) -> None:
        self._project = project
        self._clock = clock
        # A dict keeps a replaced card in its old place, which is what the seam asks for.
        self._entries: dict[str, _Entry] = {}
        self._missed: dict[tuple[str, str, str], frozenset[bytes]] = {}

    async def put(self, card: Card) -> None:
        fingerprint = card.change.fingerprint if card.change else ""
        key, use = use_key(card.run_id, card.iteration), Use(card.green, self._clock())
        same = [
            entry
            for entry in self._entries.values()
            if fingerprint
            and (entry.signature.key, entry.fingerprint) == (card.signature.key, fingerprint)
            and entry.card.id != card.id
            and entry.card.foreign == card.foreign
        ]
        agreeing = [entry for entry in same if entry.card.green == card.green]
        if agreeing and card.id not in self._entries:
            agreeing[0].uses[key] = use
        else:
            old = self._entries.get(card.id)
            entry = _Entry(safe(card), card.signature, fingerprint, old.uses if old else {})
            self._entries[card.id] = entry
            if not card.foreign:
                entry.uses[key] = use
        if not card.green and not card.foreign:
            for entry in same:
                if entry.card.green:
                    entry.uses[key] = use

    async def by_signature(self, signature: Signature, limit: int = 5) -> list[Card]:
        found = [k for e, k in self._visible() if e.signature.key == signature.key]
        return [kept.card for kept in best_first(found, self._clock())][:limit]

    async def similar(self, signature: Signature, limit: int = 3) -> list[Card]:
        found = [
            kept
            for entry, kept in self._visible()
            if signature.general
            and entry.signature.general == signature.general
            and entry.signature.key != signature.key
            and entry.card.green
            and not has_stopped_helping(kept.uses)
        ]
        return [kept.card for kept in best_first(found, self._clock())][:limit]

    async def unlike(self, signature: Signature, limit: int = 5) -> list[Card]:
        found = [
            entry.card
            for entry, _ in self._visible()
            if entry.signature.key != signature.key
            and (not signature.general or entry.signature.general != signature.general)
        ]
        found.sort(key=lambda card: (not card.green, card.id))
        turn = int(signature.key, 16) % len(found) if found else 0
        return sorted([*found[turn:], *found[:turn]], key=lambda card: not card.green)[:limit]

    async def used(self, card_id: str, key: str, *, green: bool, exact: bool = True) -> None:
        if entry := self._entries.get(card_id):
            entry.uses[key] = Use(green, self._clock(), exact)

    async def known_bad(self, signature: Signature) -> frozenset[str]:
        about = [
            entry
            for entry in self._entries.values()
            if entry.signature.key == signature.key and not entry.card.foreign
        ]
        good = {
            entry.fingerprint
            for entry in about
            if entry.card.green and not is_demoted(entry.kept(0))
        }
        return frozenset(entry.fingerprint for entry in about if entry.fingerprint) - good

    async def missed(
        self, signature: Signature, version: str, key: str, digests: Iterable[bytes]
    ) -> None:
        place = (signature.key, version, key)
        self._missed.pop(place, None)
        self._missed[place] = frozenset(list(digests)[-MOST_DIGESTS:])
        mine = [one for one in self._missed if one[0] == signature.key]
        for old in mine[:-MOST_SEARCHES]:
            del self._missed[old]

    async def misses(self, signature: Signature, version: str) -> frozenset[bytes]:
        found = (d for place, d in self._missed.items() if place[:2] == (signature.key, version))
        return frozenset().union(*found)

    async def count(self) -> int:
        return len(self._entries)

    def _visible(self) -> list[tuple[_Entry, Kept]]:
        return [
            (entry, entry.kept(number))
            for number, entry in enumerate(self._entries.values())
            if entry.card.scope == "user" or entry.card.project == self._project
        ]
