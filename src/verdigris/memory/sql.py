"""A MemoryStore in the database. The document is the truth; the columns are for finding it."""

from __future__ import annotations

import time
from collections.abc import Callable

from pydantic import ValidationError
from sqlalchemy import func, select

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.core.value import FORMAT
from verdigris.errors import StoreError
from verdigris.memory.safe import safe
from verdigris.store.database import Database
from verdigris.store.tables import CardRow
from verdigris.store.types import Json, signature_key
from verdigris.store.upserts import upsert

# Not `created_at`, nor the number the database gives: a card stored again is as old as it was.
_CHANGES = ("run_id", "iteration", "signature", "green", "fingerprint", "format", "document")


class SqlMemoryStore:
    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def put(self, card: Card) -> None:
        kept = safe(card)
        row = {
            "id": card.id,
            "run_id": card.run_id,
            "iteration": card.iteration,
            # Of the card as it came: masking may alter the text the key is made from.
            "signature": signature_key(card.signature),
            "green": card.green,
            "fingerprint": card.change.fingerprint if card.change else "",
            "format": card.format,
            "created_at": self._clock(),
            "document": kept.model_dump(mode="json"),
        }
        statement = upsert(self._database.dialect, CardRow, _CHANGES, key=("id",))
        await self._database.transact(lambda connection: connection.execute(statement, row))

    async def by_signature(self, signature: Signature, limit: int = 5) -> list[Card]:
        statement = (
            select(CardRow.document)
            .where(CardRow.signature == signature_key(signature), CardRow.format <= FORMAT)
            .order_by(CardRow.green.desc(), CardRow.number.desc())
            .limit(limit)
        )
        async with self._database.read() as connection:
            documents = (await connection.scalars(statement)).all()
        return [self._card(document) for document in documents]

    async def known_bad(self, signature: Signature) -> frozenset[str]:
        about = CardRow.signature == signature_key(signature)
        green = select(CardRow.fingerprint).where(about, CardRow.green)
        statement = select(CardRow.fingerprint).where(
            about, CardRow.fingerprint != "", CardRow.fingerprint.not_in(green)
        )
        async with self._database.read() as connection:
            return frozenset((await connection.scalars(statement.distinct())).all())

    async def count(self) -> int:
        async with self._database.read() as connection:
            return await connection.scalar(select(func.count()).select_from(CardRow)) or 0

    def _card(self, document: Json) -> Card:
        try:
            return Card.model_validate(document)
        except ValidationError as error:
            raise StoreError(
                f"A card in the database {self._database.where} cannot be read "
                f"({error.error_count()} fields are not as expected).",
                hint="Restore the database from a backup, or move it away.",
            ) from error
