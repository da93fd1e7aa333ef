"""Two machines with one memory in PostgreSQL, through the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory.acting import answers, events, fix, shop, verdigris
from postgres import PASSWORD, Server


@pytest.fixture
def team(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("VERDIGRIS_MEMORY__URL", postgres_url)
    return postgres_url


def learn(tmp_path: Path, python: Path, machine: str) -> dict[str, Any]:
    """The first machine meets the bug, and a model mends it."""
    words = ("--model", answers(tmp_path), "--tiers", "recall,fast")
    found = fix(tmp_path, shop(tmp_path / f"shop-{machine}"), python, *words, data=machine)
    assert found["status"] == "green", found["reason"]
    return found


def recall(tmp_path: Path, python: Path, machine: str) -> dict[str, Any]:
    """Another meets the same bug, with no model to ask."""
    words = ("--no-llm", "--tiers", "recall")
    return fix(tmp_path, shop(tmp_path / f"copy-{machine}"), python, *words, data=machine)


def cards(postgres: Server, url: str) -> list[tuple[Any, ...]]:
    database = url.rpartition("/")[2]
    return postgres.execute("SELECT id, document::text, project FROM cards", database)


def warnings(run: dict[str, Any]) -> list[str]:
    return [one["message"] for one in events(run) if one["kind"] == "warned"]


@pytest.mark.thorough
def test_what_one_machine_learned_mends_the_bug_on_another(
    tmp_path: Path, lean_python: Path, team: str, postgres: Server
) -> None:
    first = learn(tmp_path, lean_python, "one")
    [(_, document, project)] = cards(postgres, team)
    assert str(tmp_path) not in document and project == ""
    second = recall(tmp_path, lean_python, "two")
    assert (second["status"], second["tier"]) == ("green", "recall"), second["reason"]
    assert second["use"]["calls"] == 0
    assert len(cards(postgres, team)) == 1, "the same fix is kept once"
    for run in (first, second):
        assert warnings(run) == []
        for path in Path(run["folder"]).rglob("*"):
            assert not path.is_file() or PASSWORD.encode() not in path.read_bytes(), path
    here = json.loads(verdigris(tmp_path, "memory", "stats", "--json", data="two").stdout)
    there = verdigris(tmp_path, "memory", "stats", "--shared", "--json", data="two")
    assert (here["cards"], json.loads(there.stdout)["cards"]) == (1, 1)


@pytest.mark.thorough
def test_a_server_that_is_down_delays_only_the_telling_and_the_forgetting(
    tmp_path: Path, lean_python: Path, team: str, postgres: Server
) -> None:
    postgres.stop()
    try:
        run = learn(tmp_path, lean_python, "one")
        [said] = warnings(run)
        assert "shared memory is left out" in said and PASSWORD not in said
        told = verdigris(tmp_path, "memory", "deliver", data="one")
        assert told.returncode == 3 and "Delivered 0; " in told.stderr
        assert "cannot be reached" in told.stderr and PASSWORD not in told.stderr
    finally:
        postgres.start()
    state = doctor(tmp_path)
    assert state["ok"] and "letters waiting" in state["detail"], state
    for sent in ("nothing is waiting", "Delivered 0; nothing is waiting"):
        told = verdigris(tmp_path, "memory", "deliver", data="one")
        assert told.returncode == 0 and sent in told.stdout, told.stderr
    [(card, *_)] = cards(postgres, team)

    postgres.stop()
    try:
        gone = verdigris(tmp_path, "memory", "forget", str(card), data="one")
        assert gone.returncode == 0 and "was not told yet" in gone.stderr
    finally:
        postgres.start()
    assert len(cards(postgres, team)) == 1
    assert verdigris(tmp_path, "memory", "deliver", data="one").returncode == 0
    assert cards(postgres, team) == []
    listed = verdigris(tmp_path, "memory", "search", "--shared", data="one")
    assert listed.stdout == "Nothing is remembered yet.\n"


def doctor(tmp_path: Path) -> dict[str, Any]:
    said = json.loads(verdigris(tmp_path, "doctor", "--json", data="one").stdout)
    [found] = [check for check in said["checks"] if check["name"] == "shared memory"]
    assert PASSWORD not in json.dumps(said)
    return dict(found)


@pytest.mark.parametrize(
    "url, said, cure",
    [
        ("postgresql://me:{password}@127.0.0.1:{port}/postgres", "role in", "user and password"),
        ("mongodb://me:{password}@host/x", "names no memory", "postgresql://user@host/name"),
    ],
    ids=["wrong user", "no such kind"],
)
def test_what_is_wrong_with_a_shared_memory_is_said_with_the_cure(
    tmp_path: Path,
    postgres: Server,
    monkeypatch: pytest.MonkeyPatch,
    url: str,
    said: str,
    cure: str,
) -> None:
    given = url.format(password=PASSWORD, port=postgres.port)
    monkeypatch.setenv("VERDIGRIS_MEMORY__URL", given)
    command = "deliver" if "mongodb" in url else "stats --shared"
    done = verdigris(tmp_path, "memory", *command.split())
    assert done.returncode in (2, 3) and "Traceback" not in done.stderr
    assert said in done.stderr and cure in done.stderr and PASSWORD not in done.stderr


def test_a_project_does_not_choose_where_its_users_cards_go(tmp_path: Path) -> None:
    root = shop(tmp_path / "shop")
    (root / "verdigris.toml").write_text('[memory]\nurl = "postgresql://eve@host/x"\n')
    done = verdigris(tmp_path, "fix", str(root))
    assert done.returncode == 2 and "may not set 'memory.url'" in done.stderr
    (root / "verdigris.toml").unlink()
    (root / ".env").write_text("VERDIGRIS_MEMORY__URL=postgresql://eve@host/x\n")
    done = verdigris(tmp_path, "fix", str(root))
    assert done.returncode == 2 and "may not set 'memory.url'" in done.stderr


def test_commands_about_a_shared_memory_want_one(tmp_path: Path) -> None:
    for words in (("deliver",), ("stats", "--shared"), ("forget", "--all", "--shared", "-y")):
        done = verdigris(tmp_path, "memory", *words)
        assert done.returncode == 2 and "No shared memory is configured" in done.stderr
        assert "VERDIGRIS_MEMORY__URL" in done.stderr
