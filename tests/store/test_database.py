from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select

from verdigris.errors import StoreError
from verdigris.store.database import Database
from verdigris.store.tables import IterationRow, RunRow


def run_row(run_id: str, **more: Any) -> dict[str, Any]:
    return {"id": run_id, "started_at": 1.0, "updated_at": 1.0, **more}


async def run_ids(database: Database) -> list[str]:
    async with database.read() as connection:
        return list(await connection.scalars(select(RunRow.id).order_by(RunRow.id)))


async def test_the_folder_is_made_and_what_is_written_is_there_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/some/folder/a.db"
    async with await Database.open(url) as database, database.write() as connection:
        await connection.execute(insert(RunRow), run_row("one"))
    async with await Database.open(url) as database:
        assert await run_ids(database) == ["one"]


async def test_each_connection_is_set_up_for_many_processes(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:

        async def ask(name: str) -> object:
            async with database.read() as connection:
                return (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()

        def ask_worker(name: str) -> Any:
            return lambda connection: connection.exec_driver_sql(f"PRAGMA {name}").scalar()

        for name, value in {
            "journal_mode": "wal",
            "synchronous": 1,
            "foreign_keys": 1,
            "busy_timeout": 60_000,
        }.items():
            assert await ask(name) == value
            assert await database.transact(ask_worker(name)) == value


async def test_a_block_that_fails_writes_nothing(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        with pytest.raises(KeyError):
            async with database.write() as connection:
                await connection.execute(insert(RunRow), run_row("one"))
                raise KeyError

        def work(connection: Connection) -> None:
            connection.execute(insert(RunRow), run_row("two"))
            raise KeyError

        with pytest.raises(KeyError):
            await database.transact(work)
        assert await run_ids(database) == []


async def test_a_cancelled_writer_gives_the_lock_back(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        inside = asyncio.Event()

        async def hold() -> None:
            async with database.write() as connection:
                await connection.execute(insert(RunRow), run_row("one"))
                inside.set()
                await asyncio.Event().wait()

        task = asyncio.create_task(hold())
        await inside.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await database.transact(lambda c: c.execute(insert(RunRow), run_row("two")))
        assert await run_ids(database) == ["two"]


async def test_tasks_of_one_process_take_turns(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:

        async def through_block(number: int) -> None:
            async with database.write() as connection:
                known = await connection.scalar(select(func.count()).select_from(RunRow))
                await connection.execute(insert(RunRow), run_row(f"b{number}", goal=str(known)))

        async def through_function(number: int) -> None:
            await database.transact(lambda c: c.execute(insert(RunRow), run_row(f"f{number}")))

        await asyncio.gather(
            *(through_block(n) for n in range(20)), *(through_function(n) for n in range(20))
        )
        assert len(await run_ids(database)) == 40


async def test_a_reader_sees_one_moment_and_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        async with database.write() as writer:
            await writer.execute(insert(RunRow), run_row("one"))
            assert await run_ids(database) == []
        async with database.read() as reader:
            before = await reader.scalar(select(func.count()).select_from(RunRow))
            await database.transact(lambda c: c.execute(insert(RunRow), run_row("two")))
            assert await reader.scalar(select(func.count()).select_from(RunRow)) == before == 1
        assert await run_ids(database) == ["one", "two"]


async def test_rows_cannot_refer_to_a_run_that_is_not_there(tmp_path: Path) -> None:
    row = {"run_id": "nobody", "number": 1, "started_at": 0.0, "updated_at": 0.0}
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            await database.transact(lambda c: c.execute(insert(IterationRow), row))


async def test_what_is_not_a_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("dear diary\n" * 500)
    with pytest.raises(StoreError, match="is not a SQLite database") as caught:
        await Database.open(f"sqlite:///{path}")
    assert "store.url" in caught.value.hint
    assert path.read_text() == "dear diary\n" * 500


async def test_a_truncated_database_is_said_to_be_unusable(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    await (await Database.open(f"sqlite:///{path}")).close()
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(StoreError, match=str(path)):
        async with await Database.open(f"sqlite:///{path}") as database:
            await run_ids(database)


@pytest.mark.parametrize("inside", ["a.db", "folder/a.db"])
async def test_a_path_that_goes_through_a_file(tmp_path: Path, inside: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be made") as caught:
        await Database.open(f"sqlite:///{tmp_path}/file/{inside}")
    assert caught.value.hint


async def test_a_folder_in_the_file_s_place(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        await Database.open(f"sqlite:///{tmp_path}")


async def test_a_folder_in_which_nothing_can_be_made() -> None:
    # Even root cannot make files here.
    with pytest.raises(StoreError):
        await Database.open("sqlite:////proc/self/a.db")


async def test_a_database_that_takes_no_writes(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        with pytest.raises(StoreError, match="is read-only") as caught:
            async with database.write() as connection:
                await connection.exec_driver_sql("PRAGMA query_only = ON")
                await connection.execute(insert(RunRow), run_row("one"))
        assert "writable" in caught.value.hint


async def test_a_full_disk(tmp_path: Path) -> None:
    def work(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 40")
        connection.execute(insert(RunRow), run_row("one", goal="x" * 1_000_000))

    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        with pytest.raises(StoreError, match="disk is full") as caught:
            await database.transact(work)
        assert "Free some space" in caught.value.hint
        assert await run_ids(database) == []


async def test_an_error_does_not_repeat_what_was_to_be_written(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        await database.transact(lambda c: c.execute(insert(RunRow), run_row("one")))
        with pytest.raises(StoreError) as caught:
            row = run_row("one", goal="hunter2-secret")
            await database.transact(lambda c: c.execute(insert(RunRow), row))
    assert "hunter2" not in f"{caught.value} {caught.value.__cause__}"


async def test_another_program_s_tables_in_the_same_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
        other.execute("INSERT INTO alembic_version VALUES ('theirs')")
    async with await Database.open(f"sqlite:///{path}") as database:
        assert await run_ids(database) == []
        async with database.read() as connection:
            found = await connection.exec_driver_sql("SELECT version_num FROM alembic_version")
            assert found.scalar() == "theirs"


def test_a_process_that_forgets_to_close_still_ends(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys\n"
        "from verdigris.store.database import Database\n"
        "async def main():\n"
        "    database = await Database.open(sys.argv[1])\n"
        "    await database.transact(lambda c: None)\n"
        "    raise SystemExit(7)\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, f"sqlite:///{tmp_path}/a.db"], timeout=120, check=False
    )
    assert done.returncode == 7
