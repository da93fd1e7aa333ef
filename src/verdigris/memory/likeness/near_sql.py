"""Cards of the database by how much their failure reads like a text. The vectors are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import String, bindparam, func, select

from verdigris.core.lesson import Card
from verdigris.core.value import FORMAT
from verdigris.errors import StoreError
from verdigris.memory.base import Near
from verdigris.memory.likeness.nearness import Nearness
from verdigris.memory.likeness.wording import of_card
from verdigris.memory.reading import kept_cards, read_card, visible
from verdigris.memory.worth import Kept, best_first, has_stopped_helping
from verdigris.store.database import Database
from verdigris.store.tables import CardRow
from verdigris.vectors.base import Hit

_HITS = (32, 400)
"""Failures that are looked through for cards that may be shown and still help; the second, where
the first do not hold enough of them."""
_MOST = 500
"""Cards of a handful of failures that are compared."""
# Made once: putting a statement together takes longer than carrying it out.
_GREEN = (
    select(CardRow)
    .where(
        CardRow.signature.in_(bindparam("keys", expanding=True)),
        CardRow.green.is_(True),
        visible(bindparam("project", type_=String)),
        CardRow.format <= FORMAT,
    )
    .order_by(CardRow.number.desc())
    .limit(_MOST)
)
_SINCE = (
    select(CardRow.number, CardRow.signature)
    .where(CardRow.number > bindparam("mark"))
    .order_by(CardRow.number)
)


class SqlFailures:
    """The failures that the cards of a database are about."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keys(self, *, newest_first: bool = False) -> Sequence[str]:
        # From an index alone unless it must be in order: that takes several times as long, as would
        # a look at the format in each row. What is of a later format has no text and goes without.
        order = CardRow.number.desc() if newest_first else CardRow.signature
        statement = select(CardRow.signature).order_by(order)
        return await self._database.look(lambda one: list(dict.fromkeys(one.scalars(statement))))

    async def since(self, mark: int) -> tuple[Sequence[str], int]:
        newest = select(func.max(CardRow.number))
        if mark < 0:  # all of them: asked for by `keys`
            return (), await self._database.look(lambda one: int(one.scalar(newest) or 0))
        rows = await self._database.look(lambda one: one.execute(_SINCE, {"mark": mark}).all())
        return [row.signature for row in rows], rows[-1].number if rows else mark

    async def texts(self, keys: Sequence[str]) -> Mapping[str, str]:
        columns = select(CardRow.signature, CardRow.document)
        # The last one written is the one that counts: green, and of these the newest.
        statement = columns.where(CardRow.signature.in_(keys), CardRow.format <= FORMAT).order_by(
            CardRow.green, CardRow.number
        )
        found: dict[str, str] = {}
        for row in await self._database.look(lambda one: one.execute(statement).all()):
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
    project: str,
    now: float,
) -> list[Near]:
    """Return green cards that may be shown and still help, the likest first; one for each failure.

    May raise StoreError.
    """
    found: list[Near] = []
    for many in _HITS:
        hits = await nearness.near(text, many, SqlFailures(database))
        found = await _among(database, hits, limit, project, now)
        if len(found) >= limit or len(hits) < many:
            break
    return found


async def _among(
    database: Database, hits: Sequence[Hit], limit: int, project: str, now: float
) -> list[Near]:
    found: list[Near] = []
    some = limit + 2  # reading a card takes longer than finding it
    for start in range(0, len(hits), some):
        if len(found) >= limit:
            break
        alike = {hit.id: hit.nearness for hit in hits[start : start + some]}
        best = await _best(database, list(alike), project, now)
        found += [
            Near(best[key].card, min(1.0, max(0.0, value)))
            for key, value in alike.items()
            if key in best
        ]
    return found[:limit]


async def _best(
    database: Database, keys: Sequence[str], project: str, now: float
) -> dict[str, Kept]:
    given = {"keys": keys, "project": project}
    kept = await kept_cards(database, _GREEN, given)
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
    rows = await database.look(lambda connection: connection.execute(statement).all())
    return {row.id: row.signature for row in rows}
