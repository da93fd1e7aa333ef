"""Ten processes on one database, and processes that are killed while they write."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

WRITER = Path(__file__).with_name("writer.py")
STEPS = 18


def start(path: Path, run_id: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(WRITER), f"sqlite:///{path}", run_id],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def let_go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def run_to_the_end(path: Path, run_id: str) -> None:
    process = start(path, run_id)
    _, err = process.communicate("go\n", timeout=120)
    assert process.returncode == 0, err


def dump(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        # How the index of words is laid out inside depends on how often it was written.
        names = [name for (name,) in found if not name.startswith("card_words_")]
        rows = {name: connection.execute(f"SELECT * FROM {name}") for name in names}
        return {name: sorted(tuple(map(meant, row)) for row in rows[name]) for name in names}


def meant(value: object) -> object:
    """Return what a document says, however it is spaced."""
    if isinstance(value, str) and value.startswith("{"):
        return json.dumps(json.loads(value), sort_keys=True)
    return value


@pytest.mark.thorough
def test_ten_processes_share_a_database_that_none_has_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "shared.db"
    processes = [start(path, f"run-{number}") for number in range(10)]
    for process in processes:
        assert hear(process) == "ready"
    for process in processes:
        let_go(process)
    for process in processes:
        _, err = process.communicate(timeout=200)
        assert process.returncode == 0, err
    rows = dump(path)
    assert len(rows["runs"]) == 10
    assert len(rows["iterations"]) == 30
    assert len(rows["steps"]) == 10 * STEPS
    assert len(rows["failures"]) == 30
    # The same lessons from ten runs are kept once each.
    assert len(rows["cards"]) == 3


@pytest.mark.parametrize("after", [0, 1, 4, 11, STEPS])
def test_a_run_done_again_after_kill_9_leaves_the_same_rows(tmp_path: Path, after: int) -> None:
    whole, killed = tmp_path / "whole.db", tmp_path / "killed.db"
    run_to_the_end(whole, "run")

    process = start(killed, "run")
    assert hear(process) == "ready"
    let_go(process)
    for _ in range(after):
        assert hear(process)
    # The writer is somewhere in a later step now, or opening the file; where differs each time.
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)

    run_to_the_end(killed, "run")
    assert dump(killed) == dump(whole)


HOLDER = """
import asyncio, sys
from sqlalchemy import insert
from verdigris.store.database import Database
from verdigris.store.tables import RunRow

async def main():
    database = await Database.open(sys.argv[1])
    async with database.write() as connection:
        await connection.execute(insert(RunRow), {"id": "half", "started_at": 0.0, "updated_at": 0})
        print("inside", flush=True)
        sys.stdin.read()

asyncio.run(main())
"""


def test_a_writer_killed_inside_its_transaction_leaves_nothing_and_blocks_nobody(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.db"
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, f"sqlite:///{path}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert hear(process) == "inside"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    run_to_the_end(path, "run")
    assert [row[0] for row in dump(path)["runs"]] == ["run"]
