"""Which rows the key of one iteration owns, here and in a memory that others write to as well.

Its card, the counts of that card, the candidates that failed in its search, its tallies' mark and
its share in templates. What a later iteration tried, found out or was taught is that iteration's,
also where it began with this card.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydantic import ValidationError
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, or_, select, update

from verdigris.core.lesson import Card
from verdigris.core.template import PREFIX
from verdigris.memory.strangers import without_words
from verdigris.store.tables import (
    CardRow,
    CardUseRow,
    MissRow,
    PatternRow,
    PatternSourceRow,
    TalliedRow,
    TallyRow,
)
from verdigris.store.types import Json


def drop_cards(connection: Connection, ids: Collection[str]) -> None:
    """Remove cards with all their counts."""
    connection.execute(delete(CardRow).where(CardRow.id.in_(ids)))
    connection.execute(delete(CardUseRow).where(CardUseRow.card.in_(ids)))


def drop_owned(connection: Connection, keys: Collection[str]) -> int:
    """Remove what iterations own beside their cards; return how many templates went with it."""
    taught = select(PatternSourceRow.pattern).where(PatternSourceRow.key.in_(keys))
    patterns = set(connection.scalars(taught))
    for table in (MissRow, TalliedRow, PatternSourceRow):
        connection.execute(delete(table).where(table.key.in_(keys)))
    left = select(PatternSourceRow.pattern).where(PatternSourceRow.pattern.in_(patterns))
    orphans = patterns - set(connection.scalars(left))
    connection.execute(delete(PatternRow).where(PatternRow.id.in_(orphans)))
    connection.execute(delete(TallyRow).where(TallyRow.subject.in_([PREFIX + o for o in orphans])))
    return len(orphans)


def drop_told(connection: Connection, said: Json) -> None:
    """Remove what one machine told of a card: its own words and counts, and nobody else's.

    A card whose fix another machine found too stays, without the words of the first. Where that
    one had told it before, ours was a count of its card.
    """
    key = str(said["key"])
    mine = {key, *map(str, said.get("uses", ()))}
    drop_owned(connection, [key])
    for row in _standing_for(connection, said):
        counted = and_(CardUseRow.card == row.id, CardUseRow.key.in_(mine))
        gone = connection.execute(delete(CardUseRow).where(counted)).rowcount
        if row.id != said["card"] and not gone:
            continue
        if not _found_by_others(connection, row):
            drop_cards(connection, [row.id])
        elif row.id == said["card"]:
            _drop_words(connection, row)


def _standing_for(connection: Connection, said: Json) -> Sequence[Row[str, bool, Json]]:
    """Return the card by its id, and the cards of the same change for the same failure."""
    where: ColumnElement[bool] = CardRow.id == said["card"]
    if said.get("fingerprint"):
        same = (
            CardRow.signature == said["signature"],
            CardRow.fingerprint == said["fingerprint"],
        )
        where = or_(where, and_(*same))
    return connection.execute(
        select(CardRow.id, CardRow.green, CardRow.document).where(where)
    ).all()


def _found_by_others(connection: Connection, row: Row[str, bool, Json]) -> bool:
    """Tell whether somebody else tried that change on that failure, with the same end."""
    use = select(CardUseRow.key).where(
        CardUseRow.card == row.id, CardUseRow.green == row.green, CardUseRow.exact.is_(True)
    )
    return connection.scalar(use.limit(1)) is not None


def _drop_words(connection: Connection, row: Row[str, bool, Json]) -> None:
    try:
        card = Card.model_validate(row.document)
    except ValidationError:
        drop_cards(connection, [row.id])
        return
    document = without_words(card).model_dump(mode="json")
    connection.execute(update(CardRow).where(CardRow.id == row.id).values(document=document))
