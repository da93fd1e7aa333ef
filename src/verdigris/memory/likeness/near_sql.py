"""Cards of the database by how much their failure reads like a text. The vectors are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, func, select

from verdigris.core.lesson import Card
from verdigris.core.value import FORMAT
from verdigris.errors import StoreError
from verdigris.memory.base import Near
from verdigris.memory.likeness.nearness import Nearness
from verdigris.memory.likeness.wording import of_card
from verdigris.memory.sql import kept_cards, read_card
from verdigris.memory.worth import Kept, best_first, has_stopped_helping
from verdigris.store.database import Database
from verdigris.store.tables import CardRow

_HITS = 200
"""Failures that are looked through for cards that may be shown and still help."""
_MOST = 500
"""Cards of a handful of failures that are compared."""


class SqlFailures:
    """The failures that the cards of a database are about."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keys(self) -> Sequence[str]:
        statement = select(CardRow.signature).where(CardRow.format <= FORMAT)
        # In the order in which they were first seen.
        statement = statement.group_by(CardRow.signature).order_by(func.min(CardRow.number))
        async with self._database.read() as connection:
            return (await connection.scalars(statement)).all()

    async def since(self, mark: int) -> tuple[Sequence[str], int]:
        statement = select(CardRow.number, CardRow.signature).where(CardRow.number > mark)
        newest = select(func.max(CardRow.number))
        async with self._database.read() as connection:
            if mark < 0:  # all of them: asked for by `keys`
                return (), int(await connection.scalar(newest) or 0)
            rows = (await connection.execute(statement.order_by(CardRow.number))).all()
        return [row.signature for row in rows], rows[-1].number if rows else mark

    async def texts(self, keys: Sequence[str]) -> Mapping[str, str]:
        columns = select(CardRow.signature, CardRow.document)
        # The last one written is the one that counts: green, and of these the newest.
        statement = columns.where(CardRow.signature.in_(keys), CardRow.format <= FORMAT).order_by(
            CardRow.green, CardRow.number
        )
        found: dict[str, str] = {}
        async with self._database.read() as connection:
            rows = (await connection.execute(statement)).all()
        for row in rows:
            try:
                found[row.signature] = of_card(read_card(row.document, self._database.where))
            except StoreError:
                continue  # damaged: said where it is needed, not here
        return found


async def nearest(
    database: Database,
    nearness: Nearness,
    text: str,
    limit: int,
    visible: ColumnElement[bool],
    now: float,
) -> list[Near]:
    """Return green cards that may be shown and still help, the likest first; one for each failure.

    May raise StoreError.
    """
    hits = await nearness.near(text, _HITS, SqlFailures(database))
    found: list[Near] = []
    some = limit + 2  # reading a card takes longer than finding it
    for start in range(0, len(hits), some):
        if len(found) >= limit:
            break
        alike = {hit.id: hit.nearness for hit in hits[start : start + some]}
        best = await _best(database, list(alike), visible, now)
        found += [
            Near(best[key].card, min(1.0, max(0.0, value)))
            for key, value in alike.items()
            if key in best
        ]
    return found[:limit]


async def _best(
    database: Database, keys: Sequence[str], visible: ColumnElement[bool], now: float
) -> dict[str, Kept]:
    statement = select(CardRow).where(
        CardRow.signature.in_(keys), CardRow.green.is_(True), visible, CardRow.format <= FORMAT
    )
    kept = await kept_cards(database, statement.order_by(CardRow.number.desc()).limit(_MOST))
    helping = [one for one in kept if not has_stopped_helping(one.uses)]
    altered = await _altered(database, [one.card for one in kept], frozenset(keys))
    found: dict[str, Kept] = {}
    for one in best_first(helping, now):
        key = altered.get(one.card.id) or one.card.signature.key
        found.setdefault(key, one)
    return found


async def _altered(
    database: Database, cards: Sequence[Card], keys: frozenset[str]
) -> dict[str, str]:
    """Return the keys of cards that no longer say them: masking altered their signature."""
    strange = [card.id for card in cards if card.signature.key not in keys]
    if not strange:
        return {}
    statement = select(CardRow.id, CardRow.signature).where(CardRow.id.in_(strange))
    async with database.read() as connection:
        return {row.id: row.signature for row in await connection.execute(statement)}
