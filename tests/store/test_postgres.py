"""PostgreSQL as a database of ours: opened by many at once, and every refusal with its cure."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

import verdigris.store.migrate as migrate
from postgres import PASSWORD, Server
from verdigris.errors import MissingError, SettingsError, StoreError, StoreUnreachable
from verdigris.memory.sql import SqlMemoryStore
from verdigris.store.database import Database
from verdigris.store.postgres import vector_extension
from verdigris.store.tables import Table


async def refused(url: str) -> StoreError:
    with pytest.raises(StoreError) as caught:
        await Database.open(url)
    assert PASSWORD not in caught.value.show()
    return caught.value


async def test_many_that_open_a_new_database_at_once_make_it_once(postgres: Server) -> None:
    url = postgres.url(postgres.new_database())
    opened = await asyncio.gather(*(Database.open(url) for _ in range(6)))
    for database in opened:
        await database.close()
    async with await Database.open(url) as database, database.read() as connection:
        found = await connection.scalar(text(f"SELECT version_num FROM {migrate.VERSION_TABLE}"))
        assert found == migrate.HEAD


async def test_the_migrations_make_the_tables_that_the_code_expects(postgres_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"include_name": ours})
        return list(compare_metadata(context, Table.metadata))

    def ours(name: str | None, kind: str, _parents: object) -> bool:
        return kind != "table" or name != migrate.VERSION_TABLE

    async with await Database.open(postgres_url) as database, database.read() as connection:
        assert await connection.run_sync(differences) == []


async def test_wrong_password(postgres: Server) -> None:
    error = await refused(postgres.url("postgres", password="wrong-one"))
    assert isinstance(error, StoreUnreachable)
    assert "does not let this role in" in str(error) and "wrong-one" not in error.show()
    assert "password" in error.hint


async def test_no_such_database(postgres: Server) -> None:
    error = await refused(postgres.url("nowhere"))
    assert isinstance(error, StoreUnreachable) and "does not exist" in str(error)
    assert "CREATE DATABASE" in error.hint


async def test_no_server(postgres: Server) -> None:
    error = await refused(f"postgresql://postgres:{PASSWORD}@127.0.0.1:1/postgres")
    assert isinstance(error, StoreUnreachable) and "cannot be reached" in str(error)
    assert "Connection refused" in str(error) and "host and port" in error.hint


async def test_a_server_that_is_silent(postgres: Server) -> None:
    postgres.freeze()
    try:
        error = await refused(postgres.url("postgres"))
    finally:
        postgres.thaw()
    assert isinstance(error, StoreUnreachable) and "timeout" in str(error)


async def test_a_database_of_a_newer_version(postgres: Server, postgres_url: str) -> None:
    name = postgres_url.rpartition("/")[2]
    postgres.execute(f"UPDATE {migrate.VERSION_TABLE} SET version_num = '9999'", name)
    error = await refused(postgres_url)
    assert "newer Verdigris (revision 9999" in str(error) and "Upgrade" in error.hint


async def test_a_database_that_another_program_uses(postgres: Server) -> None:
    name = postgres.new_database()
    postgres.execute("CREATE TABLE runs (theirs text)", name)
    error = await refused(postgres.url(name))
    assert "tables of another program" in str(error) and "database of its own" in error.hint
    assert postgres.execute("SELECT * FROM runs", name) == [], "theirs is as it was"


@pytest.fixture
def reader(postgres: Server, postgres_url: str) -> Iterator[str]:
    name = postgres_url.rpartition("/")[2]
    role = f"reader_{name}"
    postgres.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'")
    postgres.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}", name)
    yield postgres.url(name, user=role)
    postgres.execute(f"DROP OWNED BY {role}", name)
    postgres.execute(f"DROP ROLE {role}")


async def test_a_role_that_may_only_read_reads(reader: str) -> None:
    from conformance.test_memory_store import SIGNATURE, card

    async with await Database.open(reader) as database:
        store = SqlMemoryStore(database)
        assert await store.by_signature(SIGNATURE) == []
        with pytest.raises(StoreError, match="does not allow this role") as caught:
            await store.put(card(1))
        assert "GRANT" in caught.value.hint
        async with database.write() as connection:
            assert await vector_extension(connection) == "", "and nearness is done without"


async def test_pgvector_is_switched_on_where_that_is_allowed(postgres_url: str) -> None:
    async with await Database.open(postgres_url) as database, database.write() as connection:
        assert await vector_extension(connection)


async def test_the_same_fix_found_by_many_at_once_is_kept_once(postgres_url: str) -> None:
    from conformance.test_memory_store import card, change

    opened = [await Database.open(postgres_url) for _ in range(6)]
    same = change("x = 1\n")
    puts = [
        SqlMemoryStore(one).put(card(number, green=True, made=same))
        for number, one in enumerate(opened)
    ]
    await asyncio.gather(*puts)
    assert await SqlMemoryStore(opened[0]).count() == 1
    async with opened[0].read() as connection:
        uses = await connection.execute(
            text("SELECT count(*), count(DISTINCT card) FROM card_uses")
        )
        assert uses.one() == (6, 1)
    for one in opened:
        await one.close()


async def test_a_view_stays_the_same_while_others_write(postgres_url: str) -> None:
    from conformance.test_memory_store import card

    count = text("SELECT count(*) FROM cards")
    async with await Database.open(postgres_url) as one, await Database.open(postgres_url) as two:
        async with one.read() as connection:
            assert await connection.scalar(count) == 0
            await SqlMemoryStore(two).put(card(1))
            assert await connection.scalar(count) == 0
        async with one.read() as connection:
            assert await connection.scalar(count) == 1


HOLDER = """
import asyncio, sys
from sqlalchemy import text
from verdigris.store.database import Database

async def main():
    database = await Database.open(sys.argv[1])
    async with database.write() as connection:
        await connection.execute(text("INSERT INTO tallied VALUES ('half', 0)"))
        print("inside", flush=True)
        sys.stdin.read()

asyncio.run(main())
"""


def test_a_writer_killed_inside_its_transaction_leaves_nothing_and_blocks_nobody(
    postgres_url: str,
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, postgres_url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "inside\n"
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()

    async def look() -> None:
        async with await Database.open(postgres_url) as database, database.write() as connection:
            assert await connection.scalar(text("SELECT count(*) FROM tallied")) == 0

    asyncio.run(look())


async def test_without_the_driver_the_cure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingError) as caught:
        await Database.open(f"postgresql://me:{PASSWORD}@localhost/x")
    assert "pip install 'verdigris[postgres]'" in caught.value.hint
    assert PASSWORD not in caught.value.show()


@pytest.mark.parametrize(
    "url", ["postgresql://host", "postgresql://u:secret-1@[::/x", "postgresql://u:secret-1@h:x/y"]
)
async def test_a_url_that_names_no_database_is_not_repeated(url: str) -> None:
    with pytest.raises(SettingsError) as caught:
        await Database.open(url)
    assert "secret-1" not in caught.value.show() and "postgresql://user" in caught.value.hint
