"""The ledger that lasts: one row a model call, shared by all runs and processes on a database."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import ColumnElement, func, select

from verdigris.core.budget import Spent, Use
from verdigris.store.database import Database
from verdigris.store.tables import SpendRow
from verdigris.store.upserts import upsert

_DAY = 86_400.0
_COLUMNS = (
    "tokens_in", "tokens_out", "cost", "unpriced_calls", "calls", "seconds", "cached_tokens",
)  # fmt: skip


class _Call(Protocol):
    """What a call tells: `models.ledger.Call`, which this room does not know."""

    @property
    def use(self) -> Use: ...

    def model_dump(self, *, exclude: set[str]) -> dict[str, Any]: ...


class SqlLedger:
    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    async def add(self, call: _Call) -> None:
        row = {**call.model_dump(exclude={"use"}), **call.use.model_dump()}
        statement = upsert(self._database.dialect, SpendRow, ())
        await self._database.transact(lambda connection: connection.execute(statement, row))

    async def spent(self, run_id: str) -> Spent:
        now = self._clock()
        mine = SpendRow.run_id == run_id
        return Spent(
            fast=await self._sum(mine, SpendRow.tier == "fast"),
            strong=await self._sum(mine, SpendRow.tier == "strong"),
            day=await self._sum(SpendRow.at >= now - now % _DAY),
        )

    async def _sum(self, *where: ColumnElement[bool]) -> Use:
        sums = [func.sum(getattr(SpendRow, name)).label(name) for name in _COLUMNS]
        async with self._database.read() as connection:
            row = (await connection.execute(select(*sums).where(*where))).one()
        return Use(**{name: value for name, value in row._mapping.items() if value is not None})
