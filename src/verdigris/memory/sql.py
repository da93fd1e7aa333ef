"""A MemoryStore in the database. The document is the truth; the columns are for finding it.

Keeping a card, its counts, its place in the knowledge graph and what it says of others is one
transaction.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.core.value import FORMAT
from verdigris.graph.letters import Scribe
from verdigris.memory.base import DIGEST, MOST_DIGESTS, Near
from verdigris.memory.likeness.near_sql import nearest
from verdigris.memory.likeness.nearness import Nearness
from verdigris.memory.reading import kept_cards, read_cards, uses_of, visible
from verdigris.memory.rows import count_uses, put_misses, put_row, row_of
from verdigris.memory.worth import (
    LOOKED_AT,
    Kept,
    Use,
    best_first,
    has_stopped_helping_here,
    helping,
)
from verdigris.store.database import Database
from verdigris.store.tables import CardRow, MissRow
from verdigris.store.types import Json

Tell = Callable[[Connection, str, str, Json], None]
"""Is told of each write, in its transaction: its kind, its key, and what was written."""


def tell_nobody(connection: Connection, kind: str, key: str, said: Json) -> None:
    """Keep it to ourselves."""


class SqlMemoryStore:
    def __init__(
        self,
        database: Database,
        project: str = "",
        clock: Callable[[], float] = time.time,
        graph: Scribe | None = None,
        tell: Tell = tell_nobody,
        nearness: Nearness | None = None,
    ) -> None:
        self._database = database
        self._project = project
        self._clock = clock
        self._graph = graph
        self._tell = tell
        self._nearness = nearness

    async def put(self, card: Card) -> None:
        row = row_of(card, self._clock())

        def work(connection: Connection) -> None:
            kept_as = put_row(connection, row)
            if self._graph is not None:
                self._graph.card(connection, card, kept_as, row["created_at"])
            self._tell(connection, "card", f"card {card.id}", row)

        await self._database.transact(work)

    async def by_signature(self, signature: Signature, limit: int = 5) -> list[Card]:
        found = await self.kept(signature)
        return [kept.card for kept in best_first(found, self._clock())][:limit]

    async def similar(self, signature: Signature, limit: int = 3) -> list[Card]:
        found = helping(await self.kept(signature, alike=True))
        return [kept.card for kept in best_first(found, self._clock())][:limit]

    async def kept(self, signature: Signature, *, alike: bool = False) -> list[Kept]:
        """Return the cards about a failure, or the green ones about the like of it, unordered."""
        if not alike:
            return await self._found(CardRow.signature == signature.key)
        if not signature.general:
            return []
        return await self._found(
            CardRow.general == signature.general,
            CardRow.signature != signature.key,
            CardRow.green.is_(True),
        )

    async def nearest(self, text: str, limit: int = 3) -> list[Near]:
        if self._nearness is None:
            return []
        return await nearest(
            self._database, self._nearness, text, limit, self._project, self._clock()
        )

    async def unlike(self, signature: Signature, limit: int = 5) -> list[Card]:
        key = signature.key
        others = [CardRow.signature != key, visible(self._project)]
        if signature.general:
            others.append(CardRow.general != signature.general)

        def work(connection: Connection) -> tuple[list[str], dict[str, Json]]:
            ordered = sorted(connection.scalars(select(CardRow.id).where(*others)))
            turn = int(key, 16) % len(ordered) if ordered else 0
            chosen = [*ordered[turn:], *ordered[:turn]][:LOOKED_AT]
            rows = connection.execute(
                select(CardRow.id, CardRow.document).where(CardRow.id.in_(chosen))
            )
            return chosen, {row.id: row.document for row in rows}

        chosen, documents = await self._database.look(work)
        cards = read_cards(self._database, documents)
        found = [cards[one] for one in chosen if one in cards]
        return sorted(found, key=lambda card: not card.green)[:limit]

    async def used(self, card_id: str, key: str, *, green: bool, exact: bool = True) -> None:
        use = Use(green, self._clock(), exact)

        def work(connection: Connection) -> None:
            about = select(CardRow.signature, CardRow.fingerprint).where(CardRow.id == card_id)
            row = connection.execute(about).one_or_none()
            said = {"card": card_id, "key": key, **use._asdict()}
            if row is not None:
                count_uses(connection, [card_id], key, use)
                said |= {"signature": row.signature, "fingerprint": row.fingerprint}
            self._tell(connection, "used", f"used {card_id} {key}", said)

        await self._database.transact(work)

    async def known_bad(self, signature: Signature) -> frozenset[str]:
        about = (CardRow.signature == signature.key, CardRow.foreign.is_(False))
        tried = select(CardRow.id, CardRow.fingerprint, CardRow.green).where(
            *about, CardRow.fingerprint != ""
        )

        def work(connection: Connection) -> tuple[Sequence[Any], dict[str, tuple[Use, ...]]]:
            rows = connection.execute(tried).all()
            return rows, uses_of(connection, [row.id for row in rows if row.green])

        rows, uses = await self._database.look(work)
        good = {
            row.fingerprint
            for row in rows
            if row.green and not has_stopped_helping_here(uses.get(row.id, ()))
        }
        return frozenset(row.fingerprint for row in rows) - good

    async def missed(
        self, signature: Signature, version: str, key: str, digests: Iterable[bytes]
    ) -> None:
        row: dict[str, Any] = {
            "signature": signature.key,
            "version": version,
            "key": key,
            "digests": b"".join(list(digests)[-MOST_DIGESTS:]),
            "at": self._clock(),
        }

        def work(connection: Connection) -> None:
            put_misses(connection, row)
            said = {**row, "digests": base64.b64encode(row["digests"]).decode()}
            place = f"missed {row['signature']} {version} {key}"
            self._tell(connection, "missed", place, said)

        await self._database.transact(work)

    async def misses(self, signature: Signature, version: str) -> frozenset[bytes]:
        statement = select(MissRow.digests).where(
            MissRow.signature == signature.key, MissRow.version == version
        )
        found = await self._database.look(
            lambda connection: b"".join(connection.scalars(statement))
        )
        return frozenset(found[at : at + DIGEST] for at in range(0, len(found), DIGEST))

    async def count(self) -> int:
        statement = select(func.count()).select_from(CardRow)
        return await self._database.look(lambda connection: connection.scalar(statement) or 0)

    async def _found(self, *where: ColumnElement[bool]) -> list[Kept]:
        statement = (
            select(CardRow)
            .where(*where, visible(self._project), CardRow.format <= FORMAT)
            .order_by(CardRow.green.desc(), CardRow.number.desc())
            .limit(LOOKED_AT)
        )
        return await kept_cards(self._database, statement)
