"""A shared memory that is a database: opened when first asked, by its URL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from verdigris.memory.base import MemoryStore
from verdigris.memory.likeness.comparing import nearness_of
from verdigris.memory.likeness.near_sql import SqlFailures
from verdigris.memory.likeness.nearness import Nearness
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.memory.shared.receiving import into_database, into_store
from verdigris.memory.sql import SqlMemoryStore
from verdigris.settings import Settings
from verdigris.store.database import Database
from verdigris.store.outbox import Letter
from verdigris.store.postgres import vector_extension


class SharedDatabase:
    """A `Shared`, with cards, failed candidates, templates and tallies."""

    def __init__(self, url: str, project: str = "", settings: Settings | None = None) -> None:
        """Compare failures there as well, where there are settings that say how."""
        self._url = url
        self._project = project
        self._settings = settings
        self._nearness: Nearness | None = None
        self._opening = asyncio.Lock()
        self._database: Database | None = None

    async def database(self) -> Database:
        async with self._opening:
            if self._database is None:
                self._database = await Database.open(self._url, others=True)
                if self._settings is not None:
                    self._nearness = nearness_of(self._settings, self._database)
            return self._database

    async def store(self) -> SqlMemoryStore:
        database = await self.database()
        return SqlMemoryStore(database, self._project, nearness=self._nearness)

    async def patterns(self) -> SqlPatterns:
        return SqlPatterns(await self.database())

    async def vectors(self) -> str:
        """Return the version of pgvector there, made where allowed; empty without it."""
        database = await self.database()
        if database.dialect != "postgresql":
            return ""
        async with database.write() as connection:
            return await vector_extension(connection)

    async def receive(self, letters: Sequence[Letter]) -> None:
        database = await self.database()
        await into_database(database, letters)
        if database.dialect == "postgresql" and any(one.kind == "forget" for one in letters):
            from verdigris.vectors.pgvector import drop_strays

            await drop_strays(database, await SqlFailures(database).keys())

    async def close(self) -> None:
        if self._nearness is not None:
            await self._nearness.close()
        if self._database is not None:
            await self._database.close()


class SharedStore:
    """A `Shared` that keeps cards only, behind any MemoryStore that can be closed."""

    def __init__(self, open_store: Callable[[], Awaitable[MemoryStore]]) -> None:
        self._open = open_store
        self._opening = asyncio.Lock()
        self._store: MemoryStore | None = None

    async def store(self) -> MemoryStore:
        async with self._opening:
            if self._store is None:
                self._store = await self._open()
            return self._store

    async def patterns(self) -> None:
        return None

    async def receive(self, letters: Sequence[Letter]) -> None:
        await into_store(await self.store(), letters)

    async def close(self) -> None:
        close = getattr(self._store, "close", None)
        if close is not None:
            await close()
