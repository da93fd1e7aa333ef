"""The ledger that lasts: one row a model call, shared by all runs and processes on a database.

A call under way has a row as well, with the most it may use, so that two processes cannot both
spend what is left of a day. Its row is renewed while the call lasts and counts no more once nobody
has done so for a while: a process that was killed gives back what it had set aside.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import ColumnElement, Connection, and_, delete, func, not_, or_, select, text

from verdigris.core.budget import LEASE, Spent, Use, since_midnight
from verdigris.store.database import Database
from verdigris.store.tables import SpendRow
from verdigris.store.upserts import upsert

_HELD = "held:"
"""What the id of a call under way begins with."""
_COLUMNS = (
    "tokens_in", "tokens_out", "cost", "unpriced_calls", "calls", "seconds", "cached_tokens",
)  # fmt: skip


class _Call(Protocol):
    """What a call tells: `models.ledger.Call`, which this room does not know."""

    @property
    def id(self) -> str: ...

    @property
    def run_id(self) -> str: ...

    @property
    def use(self) -> Use: ...

    def model_dump(self, *, exclude: set[str]) -> dict[str, Any]: ...


class SqlLedger:
    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock
        self._mine: set[str] = set()
        """What is set aside for calls of this process."""

    async def reserve(self, call: _Call, judge: Callable[[Spent], str]) -> str:
        def work(connection: Connection) -> str:
            if self._database.dialect == "postgresql":  # SQLite has one writer in any case
                connection.execute(text("LOCK TABLE spending IN SHARE ROW EXCLUSIVE MODE"))
            connection.execute(delete(SpendRow).where(self._forgotten(call.run_id)))
            refusal = judge(self._spent(connection, call.run_id))
            if not refusal:
                self._hold(connection, call)
            return refusal

        refusal = await self._database.transact(work)
        if not refusal:
            self._mine.add(_held(call))
        return refusal

    async def renew(self, call: _Call) -> None:
        await self._database.transact(lambda connection: self._hold(connection, call))

    async def release(self, call: _Call) -> None:
        self._mine.discard(_held(call))
        gone = delete(SpendRow).where(SpendRow.id == _held(call))
        await self._database.transact(lambda connection: connection.execute(gone))

    async def add(self, call: _Call) -> None:
        statement = upsert(self._database.dialect, SpendRow, ())
        row = _row(call)
        await self._database.transact(lambda connection: connection.execute(statement, row))

    async def spent(self, run_id: str) -> Spent:
        async with self._database.read() as connection:
            return await connection.run_sync(self._spent, run_id)

    def _hold(self, connection: Connection, call: _Call) -> None:
        row = {**_row(call), "id": _held(call), "at": self._clock()}
        connection.execute(upsert(self._database.dialect, SpendRow, ("at", *_COLUMNS)), row)

    def _spent(self, connection: Connection, run_id: str) -> Spent:
        now = self._clock()
        counts = not_(and_(SpendRow.id.startswith(_HELD), SpendRow.at <= now - LEASE))
        mine = and_(SpendRow.run_id == run_id, counts)
        return Spent(
            fast=_sum(connection, mine, SpendRow.tier == "fast"),
            strong=_sum(connection, mine, SpendRow.tier == "strong"),
            day=_sum(connection, counts, SpendRow.at >= since_midnight(now)),
        )

    def _forgotten(self, run_id: str) -> ColumnElement[bool]:
        """Name what nobody will give back: of the dead, and of earlier sittings of the run."""
        late = SpendRow.at <= self._clock() - LEASE
        earlier = and_(SpendRow.run_id == run_id, SpendRow.id.not_in(self._mine))
        return and_(SpendRow.id.startswith(_HELD), or_(late, earlier))


def _held(call: _Call) -> str:
    return _HELD + call.id


def _row(call: _Call) -> dict[str, Any]:
    return {**call.model_dump(exclude={"use"}), **call.use.model_dump()}


def _sum(connection: Connection, *where: ColumnElement[bool]) -> Use:
    sums = [func.sum(getattr(SpendRow, name)).label(name) for name in _COLUMNS]
    row = connection.execute(select(*sums).where(*where)).one()
    return Use(**{name: value for name, value in row._mapping.items() if value is not None})
