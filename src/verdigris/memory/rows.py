"""Rows of cards, their counts and failed searches, written in a transaction of the caller.

The same for a run's own database and for letters that arrive in a shared one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, select

from verdigris.core.lesson import Card
from verdigris.memory.base import MOST_SEARCHES, use_key
from verdigris.memory.safe import safe
from verdigris.memory.worth import Use
from verdigris.store.tables import CardRow, CardUseRow, MissRow
from verdigris.store.upserts import upsert

# Not `created_at`, nor the number the database gives: a card stored again is as old as it was.
_CHANGES = (
    "run_id", "iteration", "signature", "green", "fingerprint", "format", "document", "general",
    "project", "scope", "foreign",
)  # fmt: skip


def row_of(card: Card, now: float) -> dict[str, Any]:
    return {
        "id": card.id,
        "run_id": card.run_id,
        "iteration": card.iteration,
        # Of the card as it came: masking may alter the text the keys are made from.
        "signature": card.signature.key,
        "green": card.green,
        "fingerprint": card.change.fingerprint if card.change else "",
        "format": card.format,
        "created_at": now,
        "document": safe(card).model_dump(mode="json"),
        "general": card.signature.general,
        "project": card.project,
        "scope": card.scope,
        "foreign": card.foreign,
    }


def put_row(connection: Connection, row: dict[str, Any]) -> str:
    """Keep a card, or add it to the counts of one that says the same; return under which id."""
    same = _same(connection, row) if row["fingerprint"] else []
    agreeing = [one.id for one in same if one.green == row["green"]][:1]
    known = connection.scalar(select(CardRow.id).where(CardRow.id == row["id"]))
    if known or not agreeing:
        connection.execute(upsert(connection.dialect.name, CardRow, _CHANGES, key=("id",)), row)
        agreeing = [row["id"]]
    kept_as = str(agreeing[0])
    if row["foreign"]:
        return kept_as
    against = [one.id for one in same if one.green and not row["green"]]
    key = use_key(row["run_id"], row["iteration"])
    count_uses(connection, agreeing + against, key, Use(row["green"], row["created_at"]))
    return kept_as


def put_misses(connection: Connection, row: dict[str, Any]) -> None:
    """Keep the failed candidates of a search; only those of the newest searches stay."""
    connection.execute(upsert(connection.dialect.name, MissRow, ("digests", "at")), row)
    mine = MissRow.signature == row["signature"]
    newest = select(MissRow.key).where(mine).order_by(MissRow.at.desc())
    kept = list(connection.scalars(newest.limit(MOST_SEARCHES)))
    connection.execute(delete(MissRow).where(mine, MissRow.key.not_in(kept)))


def _same(connection: Connection, row: dict[str, Any]) -> Sequence[Row[str, bool]]:
    return connection.execute(
        select(CardRow.id, CardRow.green)
        .where(
            CardRow.signature == row["signature"],
            CardRow.fingerprint == row["fingerprint"],
            CardRow.foreign == row["foreign"],
            CardRow.id != row["id"],
        )
        .order_by(CardRow.number)
    ).all()


def count_uses(connection: Connection, cards: Sequence[str], key: str, use: Use) -> None:
    rows = [{"card": card, "key": key, **use._asdict()} for card in cards]
    connection.execute(upsert(connection.dialect.name, CardUseRow, Use._fields), rows)
