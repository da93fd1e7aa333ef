"""Letters as they arrive in a shared memory, each as harmless twice as once.

A letter may have been written by an older version; one that cannot be read is refused, and only it.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from pydantic import ValidationError
from sqlalchemy import Connection, delete, select

from verdigris.core.lesson import Card
from verdigris.core.template import Learned, Tallies
from verdigris.errors import StoreError
from verdigris.memory.base import MemoryStore
from verdigris.memory.keeping import forget_cards
from verdigris.memory.patterns_sql import drop_template, keep_learned, keep_tallies
from verdigris.memory.sql import count_uses, put_misses, put_row, read_card
from verdigris.memory.worth import Use
from verdigris.store.database import Database
from verdigris.store.outbox import Letter
from verdigris.store.tables import CardRow, CardUseRow
from verdigris.store.types import Json


@runtime_checkable
class Forgets(Protocol):
    async def forget(self, cards: Sequence[str]) -> None:
        """Remove cards and their counts; those that are not there are passed over."""
        ...


async def into_database(database: Database, letters: Sequence[Letter]) -> None:
    """Take in letters, all or none. Raises StoreError."""

    def work(connection: Connection) -> None:
        for letter in letters:
            with _readable(letter):
                _take(connection, letter.kind, letter.payload, database.where)

    await database.transact(work)


async def into_store(store: MemoryStore, letters: Sequence[Letter]) -> None:
    """Take in the letters that a store of cards alone understands. Raises StoreError."""
    for letter in letters:
        with _readable(letter):
            await _hand_over(store, letter.kind, letter.payload)


class _readable:
    """Turns what an unreadable letter raises into a StoreError."""

    def __init__(self, letter: Letter) -> None:
        self._letter = letter

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, KeyError | TypeError | ValueError | ValidationError):
            raise StoreError(f"The letter '{self._letter.key}' cannot be read.") from error


def _take(connection: Connection, kind: str, said: Json, where: str) -> None:
    match kind:
        case "card":
            put_row(connection, said)
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
            _forget(connection, said, where)
        case "forget template":
            drop_template(connection, str(said["template"]))
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


def _forget(connection: Connection, said: Json, where: str) -> None:
    document = select(CardRow.document).where(CardRow.id == said["card"])
    if (found := connection.scalar(document)) is not None:
        forget_cards(connection, [read_card(found, where)])
    # Where another machine had told the same change first, ours was a count of its card.
    connection.execute(delete(CardUseRow).where(CardUseRow.key == said["key"]))


async def _hand_over(store: MemoryStore, kind: str, said: Json) -> None:
    match kind:
        case "card":
            await store.put(Card.model_validate(said["document"]))
        case "used":
            await store.used(
                str(said["card"]),
                str(said["key"]),
                green=bool(said["green"]),
                exact=bool(said["exact"]),
            )
        case "forget":
            if not isinstance(store, Forgets):
                raise StoreError("That memory cannot forget.")
            await store.forget([str(said["card"])])
        case _:
            # Failed candidates and templates are shared by databases only.
            return
