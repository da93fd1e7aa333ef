"""Several processes learn into one database, and one of them is killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from learning.learner import OPERATORS, ROUNDS
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.store.database import Database

LEARNER = Path(__file__).with_name("learner.py")


def start(url: str, name: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(LEARNER), url, name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def let_go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def finish(process: subprocess.Popen[str]) -> None:
    _, error = process.communicate(timeout=200)
    assert process.returncode == 0, error


@pytest.mark.thorough
async def test_nothing_is_lost_and_nothing_is_doubled(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/shared.db"
    processes = [start(url, name) for name in ("a", "b", "c")]
    for process in processes:
        assert hear(process) == "ready"
    for process in processes:
        let_go(process)
    doomed, *others = processes
    hear(doomed)
    # Somewhere in a later round now, or between two; where differs each time.
    doomed.send_signal(signal.SIGKILL)
    doomed.communicate(timeout=60)
    for process in others:
        finish(process)
    again = start(url, "a")
    assert hear(again) == "ready"
    let_go(again)
    finish(again)

    async with await Database.open(url) as database:
        store = SqlPatterns(database)
        found = {t.subject: (t.tried, t.green) for t in await store.tallies("IndexError")}
        kept = await store.kept(limit=1000)
    assert found == dict.fromkeys(OPERATORS, (3 * ROUNDS * 10, 3 * ROUNDS // 2))
    best = next(one for one in kept if str(one.template) == "x < y → x <= y")
    assert best.sources == 3 * ROUNDS
