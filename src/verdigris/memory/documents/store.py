"""A MemoryStore over any store of documents: what a card, its uses and failed searches are there.

What is remembered, merged and ranked is decided here, once, for every backend of that kind. Each
use of a card is a document of its own, so that several writers add to a count without reading it.
What is no card of ours is passed over: anybody may have written it.
"""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Callable, Collection, Iterable, Sequence

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.core.text import tidy
from verdigris.memory.base import DIGEST, MOST_DIGESTS, MOST_SEARCHES, Near, use_key
from verdigris.memory.documents.base import MOST_FOUND, Document, Documents, Scalar, Where, sound
from verdigris.memory.documents.forgetting import take_back
from verdigris.memory.documents.naming import card_name, card_of, plain, use_name
from verdigris.memory.documents.packing import pack, unpack
from verdigris.memory.likeness.wording import of_card
from verdigris.memory.safe import safe
from verdigris.memory.worth import (
    LOOKED_AT,
    Kept,
    Use,
    best_first,
    has_stopped_helping,
    has_stopped_helping_here,
    helping,
)

MOST_USES = 100
"""Of one card, the newest. Older ones are dropped: by then they count for little."""


class DocumentsStore:
    """The MemoryStore. Two writers that learn the same fix at the same instant may keep it twice;
    nothing else depends on who comes first.
    """

    def __init__(
        self, documents: Documents, project: str = "", clock: Callable[[], float] = time.time
    ) -> None:
        self._documents = documents
        self._project = project
        self._clock = clock
        self._last_number = 0
        self._turn = asyncio.Lock()

    async def put(self, card: Card) -> None:
        await self.take_card(card, self._clock())

    async def take_card(self, card: Card, at: float) -> None:
        """Keep a card that was learned at some time."""
        async with self._turn:
            await self._documents.put(await self._written(card, at))

    async def _written(self, card: Card, at: float) -> list[Document]:
        """Return what keeping a card writes; the card last, so that it is never there alone."""
        known = [one for one in await self._documents.get([card_name(card.id)]) if sound(one)]
        fingerprint = card.change.fingerprint if card.change else ""
        same = await self._same(card, fingerprint) if fingerprint else []
        agreeing = [card_of(one) for one in same if one.meta["green"] == card.green][:1]
        keep = bool(known) or not agreeing
        used = [card.id] if keep else agreeing
        if not card.green:
            used += [card_of(one) for one in same if one.meta["green"]]
        use = Use(card.green, at)
        key = use_key(card.run_id, card.iteration)
        written = [] if card.foreign else [_use(one, key, use) for one in used]
        if keep:
            number = known[0].meta["number"] if known else self._number()
            written.append(_document(card, fingerprint, number, self._documents.longest))
        return written

    async def by_signature(self, signature: Signature, limit: int = 5) -> list[Card]:
        found = await self.kept(signature)
        return [kept.card for kept in best_first(found, self._clock())][:limit]

    async def similar(self, signature: Signature, limit: int = 3) -> list[Card]:
        found = helping(await self.kept(signature, alike=True))
        return [kept.card for kept in best_first(found, self._clock())][:limit]

    async def kept(self, signature: Signature, *, alike: bool = False) -> list[Kept]:
        """Return the cards about a failure, or the green ones about the like of it."""
        if not alike:
            return await self._kept({"signature": signature.key})
        if not signature.general:
            return []
        return await self._kept({"general": signature.general, "green": True}, signature.key)

    async def nearest(self, text: str, limit: int = 3) -> list[Near]:
        # More than asked for, since some will be another project's or have stopped helping.
        hits = await self._documents.nearest(text, {"kind": "card", "green": True}, 4 * limit + 6)
        seen = [(one, nearness) for one, nearness in hits if sound(one) and self._may_see(one)]
        uses = await self._uses([card_of(one) for one, _ in seen])
        near = [
            Near(card, min(1.0, max(0.0, nearness)))
            for one, nearness in seen
            if not has_stopped_helping(uses.get(card_of(one), ())) and (card := unpack(one.body))
        ]
        return near[:limit]

    async def unlike(self, signature: Signature, limit: int = 5) -> list[Card]:
        found = [
            one
            for one in await self._found("card", {})
            if one.meta["signature"] != signature.key
            and (not signature.general or one.meta["general"] != signature.general)
            and self._may_see(one)
        ]
        found.sort(key=lambda one: (not one.meta["green"], one.id))
        turn = int(signature.key, 16) % len(found) if found else 0
        chosen = sorted([*found[turn:], *found[:turn]], key=lambda one: not one.meta["green"])
        return [card for one in chosen[: 2 * limit] if (card := unpack(one.body))][:limit]

    async def used(self, card_id: str, key: str, *, green: bool, exact: bool = True) -> None:
        await self.take_use(card_id, key, Use(green, self._clock(), exact))

    async def take_use(
        self, card_id: str, key: str, use: Use, signature: str = "", fingerprint: str = ""
    ) -> None:
        """Count a use of a card: the one with that id, or the same green change for the same
        failure, where another told it first.
        """
        name = plain(card_id)
        if not await self._documents.get([card_name(card_id)]):
            where: Where = {"signature": signature, "fingerprint": plain(fingerprint),
                            "green": True}  # fmt: skip
            same = await self._found("card", where) if signature and fingerprint else []
            if not same:
                return
            name = card_of(min(same, key=lambda one: one.meta["number"]))
        await self._documents.put([_use(name, key, use)])
        uses = await self._found("use", {"card": name}, 2 * MOST_USES)
        if len(uses) > MOST_USES:
            uses.sort(key=lambda one: (one.meta["at"], one.id))
            await self._documents.delete([one.id for one in uses[:-MOST_USES]])

    async def known_bad(self, signature: Signature) -> frozenset[str]:
        about = await self._found("card", {"signature": signature.key, "foreign": False})
        uses = await self._uses([card_of(one) for one in about if one.meta["green"]])
        good = {
            one.meta["fingerprint"]
            for one in about
            if one.meta["green"] and not has_stopped_helping_here(uses.get(card_of(one), ()))
        }
        return frozenset(str(one.meta["fingerprint"]) for one in about) - good - {""}

    async def missed(
        self, signature: Signature, version: str, key: str, digests: Iterable[bytes]
    ) -> None:
        most = min(MOST_DIGESTS, self._documents.longest // 4 * 3 // DIGEST)
        meta: dict[str, Scalar] = {
            "kind": "miss",
            "signature": signature.key,
            "version": plain(version),
            "number": self._number(),
        }
        body = base64.b64encode(b"".join(list(digests)[-most:])).decode()
        name = f"miss {signature.key} {plain(version)} {plain(key)}"
        async with self._turn:
            await self._documents.put([Document(name, meta, body)])
            kept = await self._found("miss", {"signature": signature.key})
            kept.sort(key=lambda one: one.meta["number"])
            if old := [one.id for one in kept[:-MOST_SEARCHES]]:
                await self._documents.delete(old)

    async def misses(self, signature: Signature, version: str) -> frozenset[bytes]:
        where = {"signature": signature.key, "version": plain(version)}
        found = b"".join(_digests(one.body) for one in await self._found("miss", where))
        return frozenset(found[at : at + DIGEST] for at in range(0, len(found), DIGEST))

    async def count(self) -> int:
        return await self._documents.count({"kind": "card"})

    async def take_back(
        self, card_id: str, keys: Collection[str], signature: str = "", fingerprint: str = ""
    ) -> None:
        """Remove what one machine told of a card, by the keys of its iterations."""
        async with self._turn:
            await take_back(self._documents, card_id, keys, signature, fingerprint)

    async def close(self) -> None:
        await self._documents.close()

    async def _same(self, card: Card, fingerprint: str) -> list[Document]:
        """Return the cards of the same change for the same failure, the oldest first."""
        where: Where = {
            "signature": card.signature.key,
            "fingerprint": plain(fingerprint),
            "foreign": card.foreign,
        }
        found = [one for one in await self._found("card", where) if card_of(one) != plain(card.id)]
        return sorted(found, key=lambda one: one.meta["number"])

    async def _kept(self, where: Where, without: str = "") -> list[Kept]:
        found = [
            one
            for one in await self._found("card", where)
            if one.meta["signature"] != without and self._may_see(one)
        ]
        found.sort(key=lambda one: (one.meta["green"], one.meta["number"]), reverse=True)
        found = found[:LOOKED_AT]
        uses = await self._uses([card_of(one) for one in found])
        return [
            Kept(card, uses.get(card_of(one), ()), int(one.meta["number"]))
            for one in found
            if (card := unpack(one.body))
        ]

    async def _uses(self, cards: Sequence[str]) -> dict[str, tuple[Use, ...]]:
        if not cards:
            return {}
        found = await self._found("use", {"card": tuple(cards)}, 2 * MOST_USES * len(cards))
        found.sort(key=lambda one: (one.meta["at"], one.id))
        uses: dict[str, tuple[Use, ...]] = {}
        for one in found:
            use = Use(bool(one.meta["green"]), float(one.meta["at"]), bool(one.meta["exact"]))
            uses[card_of(one)] = (*uses.get(card_of(one), ()), use)
        return uses

    def _may_see(self, one: Document) -> bool:
        return one.meta["scope"] == "user" or one.meta["project"] == plain(self._project)

    def _number(self) -> int:
        """Return a number that rises with every card: its time in microseconds."""
        self._last_number = max(int(self._clock() * 1e6), self._last_number + 1)
        return self._last_number

    async def _found(self, kind: str, where: Where, limit: int = MOST_FOUND) -> list[Document]:
        found = await self._documents.find({"kind": kind, **where}, limit)
        return [one for one in found if sound(one)]


def _document(card: Card, fingerprint: str, number: Scalar, longest: int) -> Document:
    kept = safe(card)
    meta: dict[str, Scalar] = {
        "kind": "card",
        "card": plain(card.id),
        # Of the card as it came: masking may alter the text the keys are made from.
        "signature": card.signature.key,
        "general": card.signature.general,
        "fingerprint": plain(fingerprint),
        "green": card.green,
        "foreign": card.foreign,
        "project": plain(card.project),
        "scope": card.scope,
        "number": number,
    }
    return Document(card_name(card.id), meta, pack(kept, longest), tidy(of_card(kept)))


def _use(card_id: str, key: str, use: Use) -> Document:
    meta = {"kind": "use", "card": plain(card_id), **use._asdict()}
    return Document(use_name(card_id, key), meta)


def _digests(body: str) -> bytes:
    try:
        found = base64.b64decode(body, validate=True)
    except ValueError:
        return b""
    return found if len(found) % DIGEST == 0 else b""
