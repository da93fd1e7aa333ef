"""A PatternStore in the database. Counts are raised there, not read and written back.

Many processes may learn at once: each method is one transaction, and what is added twice is found
out by its key inside it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, Row, Select, Subquery, case, delete, func, select

from verdigris.core.template import PREFIX, Kept, Learned, Provenance, Tallies, Tally, Template
from verdigris.core.value import FORMAT
from verdigris.errors import StoreError
from verdigris.memory.scoring import FADES_IN, faded
from verdigris.memory.shared.taught import take_back_template
from verdigris.memory.sql import Tell, tell_nobody
from verdigris.store.database import Database
from verdigris.store.tables import PatternRow, PatternSourceRow, TalliedRow, TallyRow
from verdigris.store.types import Json
from verdigris.store.upserts import raising, upsert

_AT_ONCE = 500
"""Keys in one question: databases limit what a statement may hold."""


class SqlPatterns:
    def __init__(
        self,
        database: Database,
        clock: Callable[[], float] = time.time,
        tell: Tell = tell_nobody,
    ) -> None:
        self._database = database
        self._clock = clock
        self._tell = tell

    async def learn(self, learned: Sequence[Learned]) -> int:
        if not learned:
            return 0
        told = [one.model_dump(mode="json") for one in learned]
        names = sorted({f"{one.template.id} {s.key}" for one in learned for s in one.sources})
        digest = hashlib.sha256("\n".join(names).encode("utf-8", "replace")).hexdigest()[:24]
        place = " ".join(["learned", digest, *(s.key for s in learned[0].sources[:1])])
        now = self._clock()

        def work(connection: Connection) -> int:
            new = keep_learned(connection, learned, now)
            self._tell(connection, "learned", place, {"learned": told, "at": now})
            return new

        return await self._database.transact(work)

    async def known(self, keys: Sequence[str]) -> frozenset[str]:
        found: set[str] = set()
        async with self._database.read() as connection:
            for start in range(0, len(keys), _AT_ONCE):
                some = PatternSourceRow.key.in_(keys[start : start + _AT_ONCE])
                found.update(await connection.scalars(select(PatternSourceRow.key).where(some)))
        return frozenset(found)

    async def of_shape(self, shape: str, limit: int = 30) -> list[Learned]:
        support = _support()
        best = (
            select(PatternRow.id, PatternRow.document)
            .join(support, support.c.pattern == PatternRow.id)
            .where(PatternRow.shape == shape, PatternRow.format <= FORMAT)
            .order_by(support.c.support.desc(), PatternRow.id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(best)).all()
            of = select(PatternSourceRow).where(PatternSourceRow.pattern.in_([r.id for r in rows]))
            sources = (await connection.execute(of)).all()
        return [
            Learned(
                template=template,
                shape=shape,
                sources=tuple(_provenance(s) for s in sources if s.pattern == row.id),
            )
            for row in rows
            if (template := self._template(row.document)) is not None
        ]

    async def kept(self, kind: str = "", limit: int = 500) -> list[Kept]:
        support = _support(kind)
        won = _won()
        promise = support.c.support + func.coalesce(won.c.green, 0)
        statement = (
            select(PatternRow.id, PatternRow.document, support)
            .join(support, support.c.pattern == PatternRow.id)
            .outerjoin(won, won.c.subject == PREFIX + PatternRow.id)
            .where(PatternRow.format <= FORMAT)
            .order_by(promise.desc(), PatternRow.id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(statement)).all()
            names = [PREFIX + row.id for row in rows]
            counts = (await connection.execute(_tallies(names))).all()
        known: dict[str, list[Any]] = {}
        for count in counts:
            known.setdefault(count.subject, []).append(count)
        return [
            Kept(
                template=template,
                support=row.support,
                support_here=row.support_here if kind else 0.0,
                sources=row.sources,
                overall=self._added(name, "", known.get(name, ())),
                here=self._added(name, kind, known.get(name, ())),
            )
            for name, row in zip(names, rows, strict=True)
            if (template := self._template(row.document)) is not None
        ]

    async def tally(self, key: str, tallies: Tallies) -> bool:
        now = self._clock()
        said = {"key": key, "at": now, "tallies": tallies.model_dump(mode="json")}

        def work(connection: Connection) -> bool:
            new = keep_tallies(connection, key, tallies, now)
            if new:
                self._tell(connection, "tally", f"tally {key}", said)
            return new

        return await self._database.transact(work)

    async def tallies(self, kind: str = "") -> list[Tally]:
        statement = select(TallyRow)
        if kind:
            statement = statement.where(TallyRow.kind == kind)
        async with self._database.read() as connection:
            rows = (await connection.execute(statement.order_by(TallyRow.subject))).all()
        by_subject: dict[str, list[Any]] = {}
        for row in rows:
            by_subject.setdefault(row.subject, []).append(row)
        return [self._added(subject, kind, of) for subject, of in by_subject.items()]

    async def forget(self, template_id: str) -> bool:
        def work(connection: Connection) -> bool:
            take_back_template(connection, template_id)
            return drop_template(connection, template_id)

        return await self._database.transact(work)

    def _added(self, subject: str, kind: str, rows: Sequence[Any]) -> Tally:
        mine = [row for row in rows if kind in ("", row.kind)]
        now = self._clock()
        return Tally(
            subject=subject,
            kind=kind,
            tried=sum(row.tried for row in mine),
            green=sum(row.green for row in mine),
            recent_tried=sum(row.recent_tried * faded(now - row.updated_at) for row in mine),
            recent_green=sum(row.recent_green * faded(now - row.updated_at) for row in mine),
        )

    def _template(self, document: Json) -> Template | None:
        """Return a template; None for one that cannot be read where others write too."""
        try:
            return Template.model_validate(document)
        except ValidationError as error:
            if self._database.others:
                return None
            raise StoreError(
                f"A template in the database {self._database.where} cannot be read "
                f"({error.error_count()} fields are not as expected).",
                hint="Restore the database from a backup, or move it away.",
            ) from error


def keep_learned(connection: Connection, learned: Sequence[Learned], now: float) -> int:
    """Keep templates and their sources; return how many were not known."""
    dialect = connection.dialect.name
    patterns = [
        {
            "id": one.template.id,
            "shape": one.shape,
            "format": one.template.format,
            "created_at": now,
            "document": one.template.model_dump(mode="json"),
        }
        for one in learned
    ]
    sources = [
        {"pattern": one.template.id, **source.model_dump()}
        for one in learned
        for source in one.sources
    ]
    count = select(func.count()).select_from(PatternRow)
    before = connection.scalar(count) or 0
    connection.execute(upsert(dialect, PatternRow, ()), patterns)
    if sources:
        connection.execute(upsert(dialect, PatternSourceRow, ()), sources)
    return (connection.scalar(count) or 0) - before


def keep_tallies(connection: Connection, key: str, tallies: Tallies, now: float) -> bool:
    """Add what a search found out, unless its key is known; return whether it was new."""
    dialect = connection.dialect.name
    # Not by how many rows an insert made: drivers differ in what they tell.
    known = select(func.count()).select_from(TalliedRow).where(TalliedRow.key == key)
    if connection.scalar(known):
        return False
    connection.execute(upsert(dialect, TalliedRow, ()), {"key": key, "at": now})
    rows = [
        {
            "subject": subject,
            "kind": tallies.kind,
            "tried": tried,
            "green": green,
            "recent_tried": float(tried),
            "recent_green": float(green),
            "updated_at": now,
        }
        for subject, (tried, green) in sorted(tallies.counts.items())
    ]
    if rows:
        connection.execute(raising(dialect, FADES_IN), rows)
    return True


def drop_share(connection: Connection, template_id: str, keys: Sequence[str]) -> None:
    """Remove sources of a template, and it where it has no other."""
    mine = PatternSourceRow.pattern == template_id
    for start in range(0, len(keys), _AT_ONCE):
        some = PatternSourceRow.key.in_(keys[start : start + _AT_ONCE])
        connection.execute(delete(PatternSourceRow).where(mine, some))
    if connection.scalar(select(PatternSourceRow.key).where(mine).limit(1)) is None:
        drop_template(connection, template_id)


def drop_template(connection: Connection, template_id: str) -> bool:
    """Remove a template and all that is known of it; return whether it was there."""
    connection.execute(delete(PatternSourceRow).where(PatternSourceRow.pattern == template_id))
    connection.execute(delete(TallyRow).where(TallyRow.subject == PREFIX + template_id))
    gone = connection.execute(delete(PatternRow).where(PatternRow.id == template_id))
    return bool(gone.rowcount)


def _support(kind: str = "") -> Subquery:
    here = case((PatternSourceRow.kind == kind, PatternSourceRow.weight), else_=0.0)
    return (
        select(
            PatternSourceRow.pattern,
            func.sum(PatternSourceRow.weight).label("support"),
            func.sum(here).label("support_here"),
            func.count().label("sources"),
        )
        .group_by(PatternSourceRow.pattern)
        .subquery()
    )


def _won() -> Subquery:
    return (
        select(TallyRow.subject, func.sum(TallyRow.green).label("green"))
        .group_by(TallyRow.subject)
        .subquery()
    )


def _tallies(subjects: Sequence[str]) -> Select[Any]:
    return select(TallyRow).where(TallyRow.subject.in_(subjects))


def _provenance(row: Row[Any]) -> Provenance:
    return Provenance(
        key=row.key, at=row.at, repository=row.repository, weight=row.weight, kind=row.kind
    )
