"""Looking through what is remembered, forgetting and pruning: what people do with a memory.

Runs use the seams instead. Forgetting removes rows, what was learned from them alone, and then
the pages they stood on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, String, and_, cast, delete, func, or_, select

from verdigris.core.lesson import Card, Uses
from verdigris.core.value import FORMAT, Value
from verdigris.errors import UserError
from verdigris.graph.letters import Scribe
from verdigris.memory.base import DIGEST, use_key
from verdigris.memory.owned import drop_cards, drop_owned
from verdigris.memory.reading import kept_cards
from verdigris.memory.shared.letters import take_back, take_back_all
from verdigris.memory.worth import Kept, is_demoted, summed
from verdigris.store.database import Database
from verdigris.store.tables import (
    CardRow,
    CardUseRow,
    MissRow,
    PatternRow,
    PatternSourceRow,
    TalliedRow,
    TallyRow,
)

_HAS_WORDS = "SELECT 1 FROM sqlite_master WHERE name = 'card_words'"
_AT_ONCE = 400
"""Cards that are forgotten in one statement."""


class Seen(Value):
    """A card with how it has fared."""

    card: Card
    uses: Uses
    demoted: bool


class Stats(Value):
    cards: int
    green: int
    foreign: int
    repository: int
    """Cards of which only runs of their own project are reminded."""
    recalled: int
    """How often a green card's change was tried again after the run that made it."""
    helped: int
    """How often that mended the failure."""
    demoted: int
    templates: int
    searches: int
    """Searches whose failed candidates are known."""
    known_bad: int
    """Candidates and changes that are not tried again."""


def seen(kept: Kept) -> Seen:
    return Seen(card=kept.card, uses=summed(kept.uses), demoted=is_demoted(kept))


async def search(
    database: Database, words: Sequence[str], *, signature: str = "", limit: int = 20
) -> list[Seen]:
    """Return cards that hold all of the words, wherever they stand; the newest first.

    May raise StoreError.
    """
    text = cast(CardRow.document, String)
    where: list[ColumnElement[bool]] = [CardRow.format <= FORMAT]
    where += [text.icontains(_as_stored(word), autoescape=True) for word in words]
    if signature:
        where.append(
            or_(
                CardRow.signature.startswith(signature, autoescape=True),
                CardRow.general.startswith(signature, autoescape=True),
            )
        )
    statement = select(CardRow).where(*where).order_by(CardRow.number.desc()).limit(limit)
    return [seen(kept) for kept in await kept_cards(database, statement)]


def _as_stored(word: str) -> str:
    """Return a word as it stands in a document, which is pure ASCII."""
    return json.dumps(word)[1:-1]


async def get(database: Database, card_id: str) -> Seen:
    """Return a card by its id or the beginning of it. Raises UserError, StoreError."""
    same = CardRow.id.startswith(card_id, autoescape=True)
    statement = select(CardRow).where(same).order_by(CardRow.id != card_id, CardRow.id).limit(2)
    found = await kept_cards(database, statement)
    if not card_id or not found:
        raise UserError(
            f"There is no card '{card_id}'.", hint="`verdigris memory search` has them."
        )
    if len(found) > 1 and found[0].card.id != card_id:
        raise UserError(f"More than one card begins with '{card_id}'.", hint="Give more of its id.")
    return seen(found[0])


async def every(database: Database) -> list[Card]:
    """Return all cards, the oldest first. May raise StoreError."""
    statement = select(CardRow).where(CardRow.format <= FORMAT).order_by(CardRow.number)
    return [kept.card for kept in await kept_cards(database, statement)]


async def stats(database: Database) -> Stats:
    """Return figures about all that is remembered. May raise StoreError."""
    green = CardRow.green.is_(True)
    bad = and_(CardRow.green.is_(False), CardRow.fingerprint != "", CardRow.foreign.is_(False))
    async with database.read() as connection:

        async def count(table: Any, *where: ColumnElement[bool]) -> int:
            statement = select(func.count()).select_from(table).where(*where)
            return int(await connection.scalar(statement) or 0)

        missed = await connection.scalar(select(func.sum(func.length(MissRow.digests))))
        figures = {
            "cards": await count(CardRow),
            "green": await count(CardRow, green),
            "foreign": await count(CardRow, CardRow.foreign.is_(True)),
            "repository": await count(CardRow, CardRow.scope == "repository"),
            "templates": await count(PatternRow),
            "searches": await count(MissRow),
            "known_bad": await count(CardRow, bad) + int(missed or 0) // DIGEST,
        }
    kept = await kept_cards(database, select(CardRow).where(green, CardRow.format <= FORMAT))
    again = [summed(k.uses[1:] if not k.card.foreign else k.uses) for k in kept]
    return Stats(
        **figures,
        recalled=sum(one.recalled for one in again),
        helped=sum(one.green for one in again),
        demoted=sum(is_demoted(one) for one in kept),
    )


async def forget(
    database: Database, cards: Sequence[Card], graph: Scribe | None = None, target: str = ""
) -> int:
    """Remove cards, their counts, and what was learned from them alone; return how many templates
    went along. What they added to the knowledge graph goes too, here and where it was told.

    The target and every other shared memory that was ever told are told to forget them.
    Raises StoreError.
    """
    gone = 0
    for start in range(0, len(cards), _AT_ONCE):
        some = cards[start : start + _AT_ONCE]
        gone += await database.transact(partial(_forget, cards=some, graph=graph, target=target))
    await wipe(database)
    return gone


def _forget(
    connection: Connection, cards: Sequence[Card], graph: Scribe | None, target: str
) -> int:
    ids = [card.id for card in cards]
    (graph or Scribe()).forget(connection, ids)
    take_back(connection, ids, target)
    drop_cards(connection, ids)
    return drop_owned(
        connection, {use_key(card.run_id, card.iteration) for card in cards if not card.foreign}
    )


async def forget_all(database: Database, graph: Scribe | None = None, target: str = "") -> None:
    """Remove all that was ever learned: cards, counts, templates, tallies. Raises StoreError."""

    def work(connection: Connection) -> None:
        (graph or Scribe()).forget_all(connection)
        take_back_all(connection, target)
        for table in (CardRow, CardUseRow, MissRow, PatternRow, PatternSourceRow, TalliedRow,
                      TallyRow):  # fmt: skip
            connection.execute(delete(table))

    await database.transact(work)
    await wipe(database)


async def to_prune(
    database: Database, *, older_than: float | None, never_helped: bool
) -> list[Card]:
    """Return the cards that are older than so many seconds and, if asked, never mended anything
    since; a green card that was never tried again counts as one that never helped.
    """
    statement = select(CardRow).where(CardRow.format <= FORMAT)
    if older_than is not None:
        statement = statement.where(CardRow.created_at < time.time() - older_than)
    kept = await kept_cards(database, statement)
    return [
        one.card
        for one in kept
        if not never_helped or summed(one.uses if one.card.foreign else one.uses[1:]).green == 0
    ]


async def wipe(database: Database) -> None:
    """Rewrite the database without what was deleted, as far as others let us. Raises StoreError."""
    if database.dialect != "sqlite":
        return
    from sqlalchemy.exc import DBAPIError

    from verdigris.store.faults import as_store_error, is_busy

    with as_store_error(database.where):
        async with database.bare() as connection:
            try:
                if (await connection.exec_driver_sql(_HAS_WORDS)).first():
                    # A full-text index keeps what was deleted until it is merged into one piece.
                    await connection.exec_driver_sql(
                        "INSERT INTO card_words(card_words) VALUES ('optimize')"
                    )
                await connection.exec_driver_sql("VACUUM")
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            except DBAPIError as error:
                if not is_busy(error):
                    raise
                raise UserError(
                    "It is forgotten, but its bytes may still stand in the database's file: "
                    "another process is using it.",
                    hint="Do it again when no run is going on.",
                ) from error
