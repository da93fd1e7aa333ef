"""How SQLite is used: its settings, its transactions, and threads for quick ones.

An asynchronous SQLite connection hands every single statement to a thread and back, which takes
several times longer than the statement. A transaction whose statements are known beforehand goes
to one thread as a whole instead: half a millisecond rather than four for the seven statements
that record a step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event

from verdigris.errors import StoreError
from verdigris.store.types import loaded

T = TypeVar("T")

BUSY_SECONDS = 60
BEGIN = "verdigris_begin"
"""Execution option: the statement that begins a transaction; empty for none at all."""
# With no isolation level of its own, the driver leaves BEGIN to `_begin`.
OPTIONS: dict[str, Any] = {
    "connect_args": {"timeout": BUSY_SECONDS, "isolation_level": None},
    "hide_parameters": True,
}


def attend(engine: Engine) -> None:
    """Set up each connection of an engine and begin its transactions."""
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)


def make_folder(path: Path) -> None:
    """Make the folder of a database file. Raises StoreError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The folder for the database {path} cannot be made ({error.strerror or error}).",
            hint="Make the folder yourself, or set `store.url` to another place.",
        ) from error
    if path.is_dir():
        raise StoreError(
            f"The database {path} is a folder, not a file.",
            hint="Set `store.url` to a file inside it.",
        )


class Worker:
    """One thread with one connection, made when first needed."""

    def __init__(self, address: URL, begin: str) -> None:
        """`begin` is the statement that begins its transactions."""
        self._address = address.set(drivername="sqlite")
        self._begin = begin
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="verdigris-store")
        self._engine: Engine | None = None

    async def do(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._do, work)

    async def close(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._dispose)
        self._thread.shutdown(wait=False)

    def _do(self, work: Callable[[Connection], T]) -> T:
        if self._engine is None:
            made = create_engine(self._address, json_deserializer=loaded, **OPTIONS)
            self._engine = made.execution_options(**{BEGIN: self._begin})
            attend(self._engine)
        with self._engine.begin() as connection:
            return work(connection)

    def _dispose(self) -> None:
        if self._engine is not None:
            self._engine.dispose()


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    # Safe with a write-ahead log: a power cut may lose the last commits, never the file.
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.close()


def _begin(connection: Connection) -> None:
    if statement := connection.get_execution_options().get(BEGIN, "BEGIN"):
        connection.exec_driver_sql(statement)
