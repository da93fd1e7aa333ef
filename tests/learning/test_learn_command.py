"""`verdigris learn` through the front door: the command as a process of its own."""

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

from learning.repositories import ENVIRONMENT, Repository, with_fixes
from repair.templates.template_pairs import PAIRS

VERDIGRIS = [sys.executable, "-m", "verdigris"]


def environment(data: Path) -> dict[str, str]:
    return {
        **ENVIRONMENT,
        "VERDIGRIS_PATHS__DATA": str(data),
        "VERDIGRIS_CONFIG": str(data / "no-such-config.toml"),
    }


def learn(data: Path, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*VERDIGRIS, "learn", *words], cwd=cwd or data.parent, env=environment(data),
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def told(data: Path, *words: str) -> dict[str, Any]:
    done = learn(data, *words, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def stored(data: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return what was learned, without when."""
    with closing(sqlite3.connect(data / "verdigris.db")) as connection:
        return {
            "patterns": sorted(connection.execute("SELECT id, shape, document FROM patterns")),
            "sources": sorted(connection.execute("SELECT * FROM pattern_sources")),
        }


def test_fixes_are_learned_once_shown_and_forgotten(tmp_path: Path) -> None:
    repository = with_fixes(tmp_path / "shop")
    data = tmp_path / "data"

    dry = told(data, str(repository.root), "--dry-run")
    assert (dry["commits"], dry["fixes"], dry["taught"]) == (24, 12, 12)
    assert dry["templates"] > 12
    assert not (data / "verdigris.db").exists()

    first = told(data, str(repository.root / "shop"))
    assert {**first, "dry_run": True} == dry
    before = stored(data)

    again = told(data, str(repository.root))
    assert (again["fixes"], again["known"], again["taught"], again["templates"]) == (12, 12, 0, 0)
    assert stored(data) == before

    repository.fix(12, PAIRS[12], "Fix a crash with two equal sides")
    more = told(data, str(repository.root))
    assert (more["fixes"], more["known"], more["taught"]) == (13, 12, 1)

    listed = told(data, "--list")["templates"]
    assert len(listed) == first["templates"] + more["templates"]
    says = [one["says"] for one in listed]
    assert "x < y → x <= y" in says
    assert "x(y, y) → x(y, z)" in says

    done = learn(data, "--list")
    assert done.returncode == 0
    assert listed[0]["id"] in done.stdout

    assert told(data, "--forget", listed[0]["id"]) == {"forgotten": listed[0]["id"]}
    left = told(data, "--list")["templates"]
    assert listed[0]["id"] not in [one["id"] for one in left]
    gone = learn(data, "--forget", listed[0]["id"])
    assert gone.returncode == 2
    assert "verdigris learn --list" in gone.stderr


@pytest.mark.thorough
def test_mining_that_is_killed_goes_on_and_doubles_nothing(tmp_path: Path) -> None:
    repository = with_fixes(tmp_path / "shop", len(PAIRS))
    whole, killed = tmp_path / "whole" / "data", tmp_path / "killed" / "data"
    whole.parent.mkdir()
    killed.parent.mkdir()
    told(whole, str(repository.root))

    process = subprocess.Popen(
        [*VERDIGRIS, "learn", str(repository.root)], cwd=killed.parent, env=environment(killed),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    sources = 0
    while process.poll() is None and sources < 20:
        if (killed / "verdigris.db").exists():
            with closing(sqlite3.connect(killed / "verdigris.db")) as connection:
                try:
                    found = connection.execute("SELECT COUNT(*) FROM pattern_sources")
                    sources = found.fetchone()[0]
                except sqlite3.OperationalError:  # the tables are being made
                    continue
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    assert sources >= 20

    # A change is learned from whole or not at all: each commit that is there is all there.
    half, complete = stored(killed), stored(whole)
    known = {row[1] for row in half["sources"]}
    assert {row[:2] for row in half["sources"]} <= {row[:2] for row in complete["sources"]}
    assert known < {row[1] for row in complete["sources"]}

    told(killed, str(repository.root))
    assert stored(killed) == complete


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda folder: folder.mkdir(), "not inside a git repository"),
        (lambda folder: None, "is not a folder"),
        (Repository, "no history"),
    ],
    ids=["no repository", "no folder", "no commit"],
)
def test_what_cannot_be_mined_is_told_with_the_cure(tmp_path: Path, make: Any, said: str) -> None:
    folder = tmp_path / "there"
    make(folder)
    done = learn(tmp_path / "data", str(folder))
    assert done.returncode == 2
    assert said in done.stderr.lower()
    assert len(done.stderr.strip().splitlines()) == 2


@pytest.mark.thorough
def test_limits_hold(tmp_path: Path) -> None:
    repository = with_fixes(tmp_path / "shop", 4)
    data = tmp_path / "data"
    assert told(data, str(repository.root), "--max-commits", "3", "--dry-run")["fixes"] == 2
    since = told(data, str(repository.root), "--since", "2024-01-07", "--dry-run")
    assert since["commits"] == 3, "from the start of that day, whatever time it is now"


@pytest.mark.thorough
def test_a_team_is_told_what_was_mined_and_what_is_forgotten(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = with_fixes(tmp_path / "shop")
    data = tmp_path / "data"
    dead = postgres_url.replace(postgres_url.rpartition(":")[2], "1/nobody")
    monkeypatch.setitem(ENVIRONMENT, "VERDIGRIS_MEMORY__URL", dead)
    done = learn(data, str(repository.root))
    assert done.returncode == 0 and "was not told yet" in done.stderr, done.stderr
    ids = [one["id"] for one in told(data, "--list")["templates"]]

    monkeypatch.setitem(ENVIRONMENT, "VERDIGRIS_MEMORY__URL", postgres_url)

    def memory(*words: str) -> Any:
        done = subprocess.run(
            [*VERDIGRIS, "memory", *words, "--json"], cwd=tmp_path, env=environment(data),
            capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip
        return json.loads(done.stdout)

    assert memory("deliver", "--all")["left"] == 0
    assert memory("stats", "--shared")["templates"] == len(ids) > 12
    told(data, "--forget", ids[0])
    assert memory("stats", "--shared")["templates"] == len(ids) - 1
