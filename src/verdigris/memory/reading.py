"""Cards read out of the database, with how they have fared. Which ones is up to the caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    or_,
    select,
)

from verdigris.core.lesson import Card
from verdigris.errors import StoreError
from verdigris.memory.worth import Kept, Use
from verdigris.store.database import Database
from verdigris.store.tables import CardRow, CardUseRow
from verdigris.store.types import Json

_AT_ONCE = 500
# Made once: putting a statement together takes longer than carrying it out.
_USES = (
    select(CardUseRow)
    .where(CardUseRow.card.in_(bindparam("cards", expanding=True)))
    .order_by(CardUseRow.at, CardUseRow.key)
)


async def kept_cards(
    database: Database, statement: Select[Any], given: Json | None = None
) -> list[Kept]:
    """Return the cards that a statement selects, with how they fared. Raises StoreError."""

    def work(connection: Connection) -> tuple[Sequence[Row[Any]], dict[str, tuple[Use, ...]]]:
        rows = connection.execute(statement, given or {}).all()
        return rows, uses_of(connection, [row.id for row in rows])

    rows, uses = await database.look(work)
    cards = read_cards(database, {row.id: row.document for row in rows})
    return [
        Kept(cards[row.id], uses.get(row.id, ()), row.number) for row in rows if row.id in cards
    ]


def visible(project: str | BindParameter[str]) -> ColumnElement[bool]:
    """Return what holds for the cards that runs of a project may be reminded of."""
    return or_(CardRow.scope == "user", CardRow.project == project)


def uses_of(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[Use, ...]]:
    """Return how cards fared, the oldest use first."""
    found: dict[str, list[Use]] = {}
    for start in range(0, len(ids), _AT_ONCE):
        for row in connection.execute(_USES, {"cards": ids[start : start + _AT_ONCE]}):
            found.setdefault(row.card, []).append(Use(row.green, row.at, row.exact))
    return {card: tuple(uses) for card, uses in found.items()}


def read_cards(database: Database, documents: Mapping[str, Json]) -> dict[str, Card]:
    """Return cards by id. Where others write too, one that cannot be read is passed over.

    Raises StoreError where one of our own cannot be read.
    """
    found = {}
    for name, document in documents.items():
        try:
            found[name] = read_card(document, database.where)
        except StoreError:
            if not database.others:
                raise
    return found


def read_card(document: Json, where: str) -> Card:
    """Return a card. Raises StoreError for what is none."""
    try:
        return Card.model_validate(document)
    except ValidationError as error:
        raise StoreError(
            f"A card in the database {where} cannot be read "
            f"({error.error_count()} fields are not as expected).",
            hint="Restore the database from a backup, or move it away.",
        ) from error
