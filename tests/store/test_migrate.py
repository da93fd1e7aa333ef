from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import verdigris.store.migrate as migrate
from verdigris.errors import StoreError
from verdigris.store.database import Database
from verdigris.store.tables import Table

MIGRATIONS = Path(migrate.__file__).with_name("migrations")


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for (name,) in found}


def test_the_revision_the_code_expects_is_the_newest_there_is() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [migrate.HEAD]


async def test_the_migrations_make_the_tables_the_code_expects(tmp_path: Path) -> None:
    def compare(connection: Connection) -> object:
        def include(name: str | None, kind: str, parents: object) -> bool:
            return not (name or "").startswith("card_words")  # SQLite's own full-text index

        options = {"version_table": migrate.VERSION_TABLE, "include_name": include}
        context = MigrationContext.configure(connection, opts=options)
        return compare_metadata(context, Table.metadata)

    database = await Database.open(f"sqlite:///{tmp_path}/a.db")
    async with database, database.read() as connection:
        differences = await connection.run_sync(compare)
    assert differences == []


async def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.touch()
    await (await Database.open(f"sqlite:///{path}")).close()
    assert {"runs", "cards", "approvals", migrate.VERSION_TABLE} <= tables(path)


async def test_a_database_from_the_future_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    await (await Database.open(f"sqlite:///{path}")).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE {migrate.VERSION_TABLE} SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer Verdigris") as caught:
        await Database.open(f"sqlite:///{path}")
    assert "Upgrade" in caught.value.hint
    assert path.read_bytes() == before


async def test_a_migration_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE cards (theirs TEXT)")
    with pytest.raises(StoreError, match="cards already exists"):
        await Database.open(f"sqlite:///{path}")
    assert tables(path) == {"cards"}


def test_the_slow_import_is_only_paid_when_there_is_work(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys\n"
        "from verdigris.store.database import Database\n"
        "async def main():\n"
        "    async with await Database.open(sys.argv[1]):\n"
        "        print('alembic' in sys.modules)\n"
        "asyncio.run(main())\n"
    )

    def loaded() -> str:
        command = [sys.executable, "-c", code, f"sqlite:///{tmp_path}/a.db"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    assert loaded() == "True"
    assert loaded() == "False"
