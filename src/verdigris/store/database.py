"""Opening, reading and writing. Statements live with those who need them; here are none.

Many processes share one database. Readers never wait. A writer takes the write lock when it begins,
never half-way, so it waits for its turn instead of failing. How SQLite is brought to do so is in
`sqlite.py`, and PostgreSQL in `postgres.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from verdigris.store import postgres, sqlite
from verdigris.store.faults import as_store_error
from verdigris.store.migrate import bring_up_to_date
from verdigris.store.types import loaded
from verdigris.store.urls import describe, resolve

T = TypeVar("T")


class Database:
    """One open database. Belongs to the event loop it was opened in."""

    def __init__(self, engine: AsyncEngine, *, others: bool = False) -> None:
        self._engine = engine
        self.others = others
        """Whether others write to it too: what they wrote and nobody can read is passed over."""
        if engine.dialect.name == "sqlite":
            self._reading = engine
            self._writing = engine.execution_options(**{sqlite.BEGIN: "BEGIN IMMEDIATE"})
        else:
            self._reading = engine.execution_options(**postgres.READING)
            self._writing = engine.execution_options(**{postgres.WRITES: True})
        self._writer = self._reader = None
        if engine.dialect.name == "sqlite":
            self._writer = sqlite.Worker(engine.url, "BEGIN IMMEDIATE")
            self._reader = sqlite.Worker(engine.url, "BEGIN")
        # SQLite's own queue is a poll; within one process this one is fair and wakes at once.
        self._turn = asyncio.Lock()
        self.where = describe(engine.url)
        self.dialect = engine.dialect.name

    @classmethod
    async def open(cls, url: str, *, others: bool = False) -> Database:
        """Open the database, making it or bringing it up to date where needed.

        Raises SettingsError or MissingError for a URL that cannot be served, StoreError when the
        database cannot be used: not a database, newer than this code, read-only, disk full;
        StoreUnreachable, which is one, when its server does not answer.
        """
        address = resolve(url)
        if address.get_backend_name() == "sqlite":
            sqlite.make_folder(Path(str(address.database)))
            engine = create_async_engine(address, json_deserializer=loaded, **sqlite.OPTIONS)
            sqlite.attend(engine.sync_engine)
        else:
            options = postgres.options(address)
            engine = create_async_engine(address, json_deserializer=loaded, **options)
            postgres.attend(engine.sync_engine)
        database = cls(engine, others=others)
        try:
            await bring_up_to_date(database)
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        for worker in (self._writer, self._reader):
            if worker is not None:
                await worker.close()
        await self._engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Hold the write lock for one transaction: all of the block, or nothing of it.

        Raises StoreError. Do not wait for anything slow inside: others queue behind it.
        """
        async with self._turn:
            with as_store_error(self.where):
                async with self._writing.begin() as connection:
                    yield connection

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Do the same for a plain function, several times quicker. Raises StoreError.

        The function may run in another thread and should do nothing but carry out statements.
        """
        if self._writer is None:
            async with self.write() as connection:
                return await connection.run_sync(work)
        async with self._turn:
            with as_store_error(self.where):
                return await self._writer.do(work)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Give one consistent view, whatever is written meanwhile. Raises StoreError."""
        with as_store_error(self.where):
            async with self._reading.begin() as connection:
                yield connection

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Do the same for a plain function that only reads, in a third of the time."""
        if self._reader is None:
            async with self.read() as connection:
                return await connection.run_sync(work)
        with as_store_error(self.where):
            return await self._reader.do(work)

    @asynccontextmanager
    async def bare(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection outside any transaction. Raises what the driver raises."""
        async with self._engine.execution_options(**{sqlite.BEGIN: ""}).connect() as connection:
            yield connection
