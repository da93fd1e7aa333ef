"""Machines that write to one memory in PostgreSQL at once, and are killed while they do."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memory.teammate import COMMON
from postgres import Server

TEAMMATE = Path(__file__).with_name("teammate.py")
FIXES = 6


def start(tmp_path: Path, url: str, name: str, how: str = "") -> subprocess.Popen[str]:
    local = f"sqlite:///{tmp_path}/{name}.db"
    words = [sys.executable, str(TEAMMATE), local, url, name, str(FIXES), *filter(None, [how])]
    return subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def let_go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def to_the_end(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = process.communicate("go\n" if process.poll() is None else None, timeout=120)
    assert process.returncode == 0, err
    found: dict[str, Any] = json.loads(out.splitlines()[-1])
    return found


def here(tmp_path: Path, name: str) -> set[str]:
    with closing(sqlite3.connect(tmp_path / f"{name}.db")) as connection:
        return {row[0] for row in connection.execute("SELECT id FROM cards")}


def left_here(tmp_path: Path, name: str) -> int:
    with closing(sqlite3.connect(tmp_path / f"{name}.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM outbox").fetchone()[0])


class Team:
    """What the shared memory holds."""

    def __init__(self, postgres: Server, url: str) -> None:
        self._postgres, self._name = postgres, url.rpartition("/")[2]

    def ask(self, statement: str) -> list[tuple[Any, ...]]:
        return self._postgres.execute(statement, self._name)

    def cards(self, like: str = "%") -> list[str]:
        return sorted(row[0] for row in self.ask(f"SELECT id FROM cards WHERE id LIKE '{like}'"))


def require_all(team: Team, names: list[str]) -> None:
    """Nothing lost, nothing doubled, whoever told it how often."""
    for name in names:
        assert team.cards(f"{name}-{name}-%") == [f"{name}-{name}-{n}" for n in range(FIXES)]
    common = team.ask(f"SELECT count(*), count(DISTINCT fingerprint) FROM cards "
                      f"WHERE id LIKE '%-{COMMON}-%'")  # fmt: skip
    assert common == [(FIXES, FIXES)], "the same fix of all machines is one card"
    # Each own card was made once and used once; each common one was made by every machine.
    expected = 2 * FIXES * len(names) + FIXES * len(names)
    assert team.ask("SELECT count(*) FROM card_uses") == [(expected,)]
    searches = FIXES * len(names)
    assert team.ask("SELECT tried, green FROM tallies") == [(3 * searches, searches)]
    assert team.ask("SELECT count(*) FROM pattern_sources") == [(searches,)]
    assert team.ask("SELECT count(*) FROM patterns") == [(1,)]


@pytest.mark.thorough
def test_four_machines_write_at_once_and_one_is_killed(
    tmp_path: Path, postgres: Server, postgres_url: str
) -> None:
    team = Team(postgres, postgres_url)
    names = ["ann", "bob", "cleo", "dan"]
    processes = {name: start(tmp_path, postgres_url, name) for name in names}
    for process in processes.values():
        assert hear(process) == "ready"
    for process in processes.values():
        let_go(process)
    victim = processes.pop("dan")
    for number in range(3):
        assert hear(victim) == str(number)
    # Somewhere in a later fix by now, or telling; where differs each time.
    victim.send_signal(signal.SIGKILL)
    victim.communicate(timeout=60)
    for process in processes.values():
        assert to_the_end(process)["left"] == 0
    assert set(team.cards("dan-dan-%")) <= here(tmp_path, "dan"), "what it tells, it knows"
    again = to_the_end(start(tmp_path, postgres_url, "dan", "late"))
    assert again["left"] == 0, again
    require_all(team, names)


@pytest.mark.parametrize("how, arrived", [("dies-posted", False), ("dies-sent", True)])
def test_what_was_posted_by_a_machine_that_was_killed_arrives_once(
    tmp_path: Path, postgres: Server, postgres_url: str, how: str, arrived: bool
) -> None:
    team = Team(postgres, postgres_url)
    process = start(tmp_path, postgres_url, "ann", how)
    _, err = process.communicate("go\n", timeout=120)
    assert process.returncode == -signal.SIGKILL, err
    assert left_here(tmp_path, "ann") > 0, "it does not know that they arrived"
    assert bool(team.cards()) is arrived
    assert set(team.cards()) <= here(tmp_path, "ann")
    again = to_the_end(start(tmp_path, postgres_url, "ann", "late"))
    assert again["left"] == 0
    require_all(team, ["ann"])
