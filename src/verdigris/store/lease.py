"""The lease on one target of the outbox: who sends to it now, and what it reads and writes then.

It runs out, so a process that was killed keeps nobody waiting for long.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from verdigris.core.value import Value
from verdigris.store.database import Database
from verdigris.store.tables import LetterRow, TargetRow
from verdigris.store.upserts import upsert

SEND_SECONDS = 10.0
"""What one call of a sender may take."""
LEASE_SECONDS = 3 * SEND_SECONDS
LONGEST_WAIT = 600.0
"""Seconds after which a target that was down is tried again at the latest."""


class Letter(Value):
    number: int
    key: str
    kind: str
    payload: dict[str, Any]
    tries: int = 0
    """How often it was refused."""
    stamp: str = ""
    """Tells what was read from what was posted under the same key since."""


class NotNow(NamedTuple):
    """Why the lease is not to be had."""

    why: str
    down: bool = False
    """Whether the target was down a moment ago and is left alone."""


class Lease:
    def __init__(
        self, database: Database, target: str, clock: Callable[[], float], *, insist: bool
    ) -> None:
        self.database = database
        self.target = target
        self._clock = clock
        self._insist = insist
        self._name = secrets.token_hex(8)
        self.failures = 0
        """Of the target, in a row, before this turn."""

    async def take(self, patience: float) -> NotNow | None:
        """Take the lease; return why not, where that is so."""
        until = time.monotonic() + patience
        while refused := await self.database.transact(self._take):
            if time.monotonic() >= until or refused.down:
                return refused
            await asyncio.sleep(0.05)
        return None

    def _take(self, connection: Connection) -> NotNow | None:
        now = self._clock()
        fresh = {"target": self.target, "holder": "", "held_until": 0.0, "failures": 0,
                 "not_before": 0.0, "why": ""}  # fmt: skip
        connection.execute(upsert(connection.dialect.name, TargetRow, ()), fresh)
        one = select(TargetRow).where(TargetRow.target == self.target)
        # Locked, so that two machines on one database do not both find it free.
        row = connection.execute(one.with_for_update()).one()
        # A time further ahead than we ever set was written by a clock that has been put back.
        if now < row.held_until <= now + LEASE_SECONDS:
            seconds = row.held_until - now
            why = "another process is sending; if it was killed, its turn ends in"
            return NotNow(f"{why} {seconds:.0f} seconds")
        if not self._insist and now < row.not_before <= now + LONGEST_WAIT:
            seconds = row.not_before - now
            why = f"{row.why}; it is tried again in {seconds:.0f} seconds at the earliest"
            return NotNow(why, down=True)
        connection.execute(self._mine(held_until=now + LEASE_SECONDS, holder=self._name))
        self.failures = row.failures
        return None

    def _mine(self, **changes: object) -> Any:
        return update(TargetRow).where(TargetRow.target == self.target).values(**changes)

    async def renew(self) -> bool:
        """Keep the lease for another batch; False where another process has it by now."""

        def work(connection: Connection) -> bool:
            now = self._clock()
            mine = self._mine(held_until=now + LEASE_SECONDS)
            return bool(connection.execute(mine.where(TargetRow.holder == self._name)).rowcount)

        return await self.database.transact(work)

    async def let_go(self) -> None:
        mine = self._mine(held_until=0.0, holder="").where(TargetRow.holder == self._name)
        await self.database.transact(lambda connection: connection.execute(mine))

    async def next(self, limit: int, without: set[int]) -> list[Letter]:
        now = self._clock()
        due: ColumnElement[bool] = LetterRow.number.not_in(without)
        if not self._insist:
            due = and_(
                due,
                or_(LetterRow.not_before <= now, LetterRow.not_before > now + LONGEST_WAIT),
            )
        statement = (
            select(LetterRow)
            .where(LetterRow.target == self.target, due)
            # What was refused before comes last: it holds up nothing that is new.
            .order_by(LetterRow.tries, LetterRow.number)
            .limit(limit)
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(statement)).all()
        return [
            Letter(
                number=row.number,
                key=row.key,
                kind=row.kind,
                payload=row.payload,
                tries=row.tries,
                stamp=row.stamp,
            )
            for row in rows
        ]

    async def arrived(self, letters: Sequence[Letter]) -> None:
        def work(connection: Connection) -> None:
            for letter in letters:
                same = and_(LetterRow.number == letter.number, LetterRow.stamp == letter.stamp)
                connection.execute(delete(LetterRow).where(same))
            connection.execute(self._mine(failures=0, not_before=0.0, why=""))

        await self.database.transact(work)

    async def was_down(self, why: str) -> None:
        def work(connection: Connection) -> None:
            failures = select(TargetRow.failures).where(TargetRow.target == self.target)
            known = (connection.scalar(failures) or 0) + 1
            rest = self._clock() + _rest(known)
            connection.execute(self._mine(failures=known, not_before=rest, why=why))

        await self.database.transact(work)

    async def put_aside(self, letter: Letter, why: str) -> None:
        same = and_(LetterRow.number == letter.number, LetterRow.stamp == letter.stamp)

        def work(connection: Connection) -> None:
            tries = (connection.scalar(select(LetterRow.tries).where(same)) or 0) + 1
            rest = self._clock() + _rest(tries)
            changes = update(LetterRow).where(same).values(tries=tries, not_before=rest, why=why)
            connection.execute(changes)

        await self.database.transact(work)


def _rest(failures: int) -> float:
    return min(LONGEST_WAIT, 5.0 * 2.0 ** min(failures - 1, 10))
