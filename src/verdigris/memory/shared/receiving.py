"""Letters as they arrive in a shared memory, each as harmless twice as once.

A letter may have been written by an older version; one that cannot be read is refused, and only it.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Sequence
from typing import Protocol, runtime_checkable

from pydantic import ValidationError
from sqlalchemy import Connection, select

from verdigris.core.lesson import Card
from verdigris.core.template import Learned, Tallies
from verdigris.errors import StoreError
from verdigris.memory.base import MemoryStore
from verdigris.memory.owned import drop_owned, drop_told
from verdigris.memory.patterns_sql import drop_share, keep_learned, keep_tallies
from verdigris.memory.rows import count_uses, put_misses, put_row
from verdigris.memory.worth import Use
from verdigris.store.database import Database
from verdigris.store.outbox import Letter
from verdigris.store.tables import CardRow
from verdigris.store.types import Json


@runtime_checkable
class Receiver(Protocol):
    """A store of cards that takes what was learned at another time, or is to be forgotten."""

    async def take_card(self, card: Card, at: float) -> None: ...

    async def take_use(
        self, card_id: str, key: str, use: Use, signature: str = "", fingerprint: str = ""
    ) -> None:
        """Count a use of the card with that id, or of the same change for the same failure."""
        ...

    async def take_back(
        self, card_id: str, keys: Collection[str], signature: str = "", fingerprint: str = ""
    ) -> None:
        """Remove what one machine told of a card, by the keys of its iterations."""
        ...


async def into_database(database: Database, letters: Sequence[Letter]) -> None:
    """Take in letters, all or none. Raises StoreError."""

    def work(connection: Connection) -> None:
        for letter in letters:
            with _readable(letter):
                _take(connection, letter.kind, letter.payload)

    await database.transact(work)


async def into_store(store: MemoryStore, letters: Sequence[Letter]) -> None:
    """Take in the letters that a store of cards alone understands. Raises StoreError."""
    for letter in letters:
        with _readable(letter):
            if not isinstance(store, Receiver):
                raise StoreError("That memory takes no letters.")
            await _hand_over(store, letter.kind, letter.payload)


class _readable:
    """Turns what an unreadable letter raises into a StoreError."""

    def __init__(self, letter: Letter) -> None:
        self._letter = letter

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, KeyError | TypeError | ValueError | ValidationError):
            raise StoreError(f"The letter '{self._letter.key}' cannot be read.") from error


def _take(connection: Connection, kind: str, said: Json) -> None:
    match kind:
        case "card":
            put_row(connection, _of_project(connection, said))
        case "used":
            use = Use(bool(said["green"]), float(said["at"]), bool(said["exact"]))
            if cards := _same_as(connection, said):
                count_uses(connection, cards, str(said["key"]), use)
        case "missed":
            put_misses(connection, {**said, "digests": base64.b64decode(said["digests"])})
        case "learned":
            learned = [Learned.model_validate(one) for one in said["learned"]]
            keep_learned(connection, learned, float(said["at"]))
        case "tally":
            tallies = Tallies.model_validate(said["tallies"])
            keep_tallies(connection, str(said["key"]), tallies, float(said["at"]))
        case "forget":
            drop_told(connection, said)
        case "forget template":
            drop_share(connection, str(said["template"]), list(map(str, said.get("keys", ()))))
        case "forget sources":
            drop_owned(connection, list(map(str, said["keys"])))
        case _:
            raise ValueError(kind)


def _same_as(connection: Connection, said: Json) -> list[str]:
    """Return the card that was used: by its id, or by what it says where another told it first."""
    found = connection.scalar(select(CardRow.id).where(CardRow.id == said["card"]))
    if found is None and said.get("fingerprint"):
        found = connection.scalar(
            select(CardRow.id)
            .where(
                CardRow.signature == said["signature"],
                CardRow.fingerprint == said["fingerprint"],
                CardRow.green.is_(True),
            )
            .order_by(CardRow.number)
        )
    return [] if found is None else [found]


def _of_project(connection: Connection, row: Json) -> Json:
    """Return a card with the project that is known, where it comes without one."""
    if row["project"]:
        return row
    known = connection.scalar(select(CardRow.project).where(CardRow.id == row["id"]))
    if not known:
        return row
    return {**row, "project": known, "document": {**row["document"], "project": known}}


async def _hand_over(store: Receiver, kind: str, said: Json) -> None:
    match kind:
        case "card":
            await store.take_card(Card.model_validate(said["document"]), float(said["created_at"]))
        case "used":
            use = Use(bool(said["green"]), float(said["at"]), bool(said["exact"]))
            about = str(said.get("signature", "")), str(said.get("fingerprint", ""))
            await store.take_use(str(said["card"]), str(said["key"]), use, *about)
        case "forget":
            keys = {str(said["key"]), *map(str, said.get("uses", ()))}
            about = str(said.get("signature", "")), str(said.get("fingerprint", ""))
            await store.take_back(str(said["card"]), keys, *about)
        case _:
            # Failed candidates and templates are shared by databases only.
            return
