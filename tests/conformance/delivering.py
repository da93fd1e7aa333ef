"""A machine's memory beside a shared one that is told everything at once.

So every answer is put together from both, about the same cards.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.core.template import Learned, Tallies
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.memory.shared.database import SharedDatabase
from verdigris.memory.shared.delivering import DeliveringMemory
from verdigris.memory.shared.delivering_patterns import DeliveringPatterns
from verdigris.memory.shared.elsewhere import Careful
from verdigris.memory.shared.letters import Sender
from verdigris.memory.sql import SqlMemoryStore
from verdigris.store.database import Database
from verdigris.store.outbox import deliver

T = TypeVar("T")
_NO_LIMIT = 3600.0
"""Seconds. How long a store may take is not asked here: megabytes take long on a busy machine."""


async def _told(database: Database, shared: SharedDatabase) -> None:
    done = await deliver(
        database, "there", shared.receive, within=_NO_LIMIT, each=_NO_LIMIT, patience=_NO_LIMIT
    )
    assert not done.left, done.why


class ToldAtOnce(DeliveringMemory):
    def __init__(self, database: Database, shared: SharedDatabase, *, trusted: bool) -> None:
        self._database, self._there = database, shared
        mine = SqlMemoryStore(database, tell=Sender(target="there").tell)
        super().__init__(mine, Careful(shared, _NO_LIMIT, _fail), trusted=trusted)

    async def put(self, card: Card) -> None:
        await super().put(card)
        await self._deliver()

    async def used(self, card_id: str, key: str, *, green: bool, exact: bool = True) -> None:
        await super().used(card_id, key, green=green, exact=exact)
        await self._deliver()

    async def missed(
        self, signature: Signature, version: str, key: str, digests: Iterable[bytes]
    ) -> None:
        await super().missed(signature, version, key, digests)
        await self._deliver()

    async def _deliver(self) -> None:
        await _told(self._database, self._there)


class PatternsToldAtOnce(DeliveringPatterns):
    def __init__(
        self, database: Database, shared: SharedDatabase, clock: Callable[[], float], trusted: bool
    ) -> None:
        self._database, self._there = database, shared
        mine = SqlPatterns(database, clock, Sender(target="there").tell)
        super().__init__(mine, Careful(shared, _NO_LIMIT, _fail), trusted=trusted)

    async def learn(self, learned: Sequence[Learned]) -> int:
        return await self._told(super().learn(learned))

    async def tally(self, key: str, tallies: Tallies) -> bool:
        return await self._told(super().tally(key, tallies))

    async def forget(self, template_id: str) -> bool:
        return await self._told(super().forget(template_id))

    async def _told(self, work: Awaitable[T]) -> T:
        done = await work
        await _told(self._database, self._there)
        return done


@asynccontextmanager
async def patterns_told_at_once(
    folder: Path, clock: Callable[[], float], *, trusted: bool
) -> AsyncIterator[PatternsToldAtOnce]:
    shared = SharedDatabase(f"sqlite:///{folder}/shared.db")
    async with await Database.open(f"sqlite:///{folder}/a.db") as database:
        yield PatternsToldAtOnce(database, shared, clock, trusted)
    await shared.close()


async def _fail(why: str) -> None:
    pytest.fail(why)


@asynccontextmanager
async def told_at_once(folder: Path, *, trusted: bool) -> AsyncIterator[ToldAtOnce]:
    shared = SharedDatabase(f"sqlite:///{folder}/shared.db")
    async with await Database.open(f"sqlite:///{folder}/a.db") as database:
        yield ToldAtOnce(database, shared, trusted=trusted)
    await shared.close()
