"""Bringing the stored tables to the shape this code expects.

The usual case, nothing to do, costs one look at a one-row table; Alembic, which is slow to
import, is loaded only when there is work. That work is one write transaction: other processes
wait for it, and a kill in the middle leaves the database as it was.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from verdigris.errors import StoreError
from verdigris.store.faults import as_store_error, is_busy
from verdigris.store.sqlite import BUSY_SECONDS

if TYPE_CHECKING:
    from verdigris.store.database import Database

HEAD = "0008"
"""The newest revision in `migrations/versions`. A test compares the two."""
VERSION_TABLE = "verdigris_revision"
"""Our own name, so that a database shared with another program is not mistaken for ours."""


async def bring_up_to_date(database: Database) -> None:
    async with database.read() as connection:
        if await connection.run_sync(_revision) == HEAD:
            return
    if database.dialect == "sqlite":
        await _use_write_ahead_log(database)
    async with database.write() as connection:
        await connection.run_sync(_upgrade, database.where)


async def _use_write_ahead_log(database: Database) -> None:
    """Switch the file to its lasting journal mode.

    SQLite answers "busy" at once here, without its usual waiting, when another process so much
    as reads; so the waiting is ours.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        with as_store_error(database.where):
            try:
                async with database.bare() as connection:
                    await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                return
            except DBAPIError as error:
                if not is_busy(error) or time.monotonic() > deadline:
                    raise
        await asyncio.sleep(0.01)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    stored = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
    return None if stored is None else str(stored)


def _upgrade(connection: Connection, where: str) -> None:
    # Looked at again under the lock: another process may have done it while this one waited.
    stored = _revision(connection)
    if stored == HEAD:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    folder = str(Path(__file__).with_name("migrations"))
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if stored is not None and stored not in known:
        raise StoreError(
            f"The database {where} was written by a newer Verdigris (revision {stored}; this one "
            f"knows {HEAD}).",
            hint="Upgrade Verdigris, or use another database.",
        )
    command.upgrade(config, "head")
