"""The knowledge graph from the command line: what runs leave in it, here and on a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from graph.bolt_server import Bolt
from memory.acting import CODE, FIXED, TEST, project, verdigris
from verdigris.cli.main import app


def with_variables(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


def mend(tmp_path: Path, root: Path, python: Path) -> subprocess.CompletedProcess[str]:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"last": f"```python\n{FIXED}```"}))
    return verdigris(
        tmp_path, "fix", str(root), "--python", str(python), "--model", f"scripted:{answers}",
        "--tiers", "recall,fast",
    )  # fmt: skip


def said(tmp_path: Path, *words: str) -> str:
    """Ask within this process, which is ten times quicker than starting the program."""
    place = {"VERDIGRIS_PATHS__DATA": str(tmp_path / "data")}
    done = CliRunner().invoke(app, ["graph", *words], env=place)
    assert done.stdout, done.exception
    return done.stdout


def graph(tmp_path: Path, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said(tmp_path, *words, "--json"))
    return found


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory, lean_python: Path) -> Path:
    """A folder in which the shop was mended twice, the second time by recall."""
    folder = tmp_path_factory.mktemp("mended")
    shop = project(folder / "shop", {"till.py": CODE, "test_till.py": TEST})
    for _ in range(2):
        done = mend(folder, shop, lean_python)
        assert "green" in done.stdout, done.stdout + done.stderr
    return folder


def run_ids(tmp_path: Path) -> list[str]:
    """The newest first."""
    return sorted((path.name for path in (tmp_path / "data" / "runs").iterdir()), reverse=True)


def test_a_run_is_told_from_failure_to_card(mended: Path) -> None:
    again, first = run_ids(mended)
    told = said(mended, "path", first[:-2])
    for line in ("AssertionError/number", "changed   till.py (by fast)", "suspected till.py"):
        assert line in told
    [only] = graph(mended, "path", again)["path"]["rounds"]
    [card] = only["cards"]
    assert only["recalled"] == [card], "the second run came to the card of the first"
    key = only["saw"][0].split()[0]
    [fix] = graph(mended, "fixes", key[:9])["fixes"]
    assert (fix["card"], fix["run"], fix["times"], fix["recalled"]) == (card, first, 2, 1)
    [file] = graph(mended, "hot-files", "--project", str(mended / "shop"))["files"]
    assert (file["path"], file["name"], file["changed"], file["green"]) == ("till.py", "shop", 2, 2)
    [kind] = graph(mended, "bug-types")["bug_types"]
    assert (kind["name"], kind["seen"]) == ("AssertionError/number", 2)


@pytest.mark.thorough
def test_what_is_not_known_is_said_with_a_cure(mended: Path) -> None:
    for words, wanted in [
        (("path", "no-such-run"), "knows no run that begins with 'no-such-run'"),
        (("path", "2"), "More than one run begins with '2'"),
        (("cypher", "MATCH (n) RETURN n"), "Cypher is understood there only"),
        (("hot-files", "--source", "neo4j"), "graph.url is not set"),
    ]:
        done = verdigris(mended, "graph", *words)
        assert done.returncode == 2 and wanted in done.stderr, done
        assert len(done.stderr.splitlines()) == 2, "one sentence and the cure"


def test_both_sources_answer_alike(
    mended: Path, bolt: Bolt, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_variables(monkeypatch, bolt.environment)
    sent = graph(mended, "deliver", "--all")
    assert sent["left"] == 0 and sent["sent"] > 0
    run = run_ids(mended)[0]
    key = graph(mended, "path", run)["path"]["rounds"][0]["saw"][0].split()[0]
    for words in (("path", run), ("hot-files",), ("bug-types",), ("fixes", key)):
        local = graph(mended, *words)
        assert graph(mended, *words, "--source", "neo4j") == local, words
    assert graph(mended, "deliver")["sent"] == 0
    before = bolt.run("MATCH (n) RETURN count(n) AS nodes")
    graph(mended, "deliver", "--all")
    assert bolt.run("MATCH (n) RETURN count(n) AS nodes") == before, "told twice, there once"


def test_questions_in_cypher_read_and_change_nothing(
    mended: Path, bolt: Bolt, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_variables(monkeypatch, bolt.environment)
    graph(mended, "deliver", "--all")
    found = graph(mended, "cypher", "MATCH (r:Run) RETURN r.status AS status, count(*) AS runs")
    assert found == {"rows": [{"status": "green", "runs": 2}], "more": False}
    plain = said(mended, "cypher", "MATCH (f:File) RETURN f.path AS path, f")
    assert plain.splitlines()[0].split() == ["path", "f"] and "till.py" in plain
    cut = graph(mended, "cypher", "MATCH (s:Step) RETURN s.name", "--limit", "3")
    assert cut["more"] and len(cut["rows"]) == 3
    wipe = ("graph", "cypher", "MATCH (n:Step) DETACH DELETE n")
    refused = verdigris(mended, *wipe)
    assert refused.returncode == 2 and "--write" in refused.stderr
    assert bolt.run("MATCH (n:Step) RETURN count(n) > 0 AS some") == [{"some": True}]
    assert verdigris(mended, *wipe, "--write").returncode == 0
    assert bolt.run("MATCH (n:Step) RETURN count(n) AS left") == [{"left": 0}]
    wrong = verdigris(mended, "graph", "cypher", "MATSCH (n) RETURN n")
    assert wrong.returncode == 2 and "does not take that statement" in wrong.stderr


@pytest.mark.thorough
def test_a_server_that_does_not_let_us_in_is_told_in_one_sentence(
    mended: Path, bolt: Bolt, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = ("graph", "hot-files", "--source", "neo4j")
    with_variables(monkeypatch, {**bolt.environment, "NEO4J_PASSWORD": "guessed-wrongly-7"})
    denied = verdigris(mended, *ask)
    assert denied.returncode == 3 and "does not let 'root' in" in denied.stderr
    with_variables(monkeypatch, {"VERDIGRIS_GRAPH__URL": "bolt://u:guessed-wrongly-7@127.0.0.1:1"})
    down = verdigris(mended, *ask)
    assert down.returncode == 3 and "bolt://127.0.0.1:1 cannot be reached" in down.stderr
    with_variables(monkeypatch, {"VERDIGRIS_GRAPH__URL": "http://u:guessed-wrongly-7@there"})
    strange = verdigris(mended, *ask)
    assert strange.returncode == 2 and "kind 'http' is not supported" in strange.stderr
    shown = verdigris(mended, "config", "show").stdout
    for done in (denied.stderr, down.stderr, strange.stderr, shown):
        assert "guessed-wrongly-7" not in done and "Traceback" not in done


@pytest.mark.thorough
def test_a_run_goes_on_without_its_server_and_delivers_later_once(
    tmp_path: Path, bolt: Bolt, lean_python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    with_variables(monkeypatch, {**bolt.environment, "NEO4J_PASSWORD": "not-yet-known"})
    shop = project(tmp_path / "shop", {"till.py": CODE, "test_till.py": TEST})
    done = mend(tmp_path, shop, lean_python)
    assert done.returncode == 0 and "✔ green" in done.stdout
    assert done.stdout.count("the graph elsewhere was not told") == 1, done.stdout
    assert "`verdigris graph deliver`" in done.stdout and "not-yet-known" not in done.stdout
    assert bolt.run("MATCH (n) RETURN count(n) AS nodes") == [{"nodes": 0}]
    waiting = verdigris(tmp_path, "graph", "deliver")
    assert waiting.returncode == 3 and "waiting: " in waiting.stderr
    with_variables(monkeypatch, bolt.environment)
    sent = graph(tmp_path, "deliver")
    assert sent["left"] == 0 and sent["sent"] > 10
    [run] = run_ids(tmp_path)
    local = graph(tmp_path, "path", run)
    assert graph(tmp_path, "path", run, "--source", "neo4j") == local
    assert local["path"]["status"] == "green"
    again = graph(tmp_path, "deliver")
    assert (again["sent"], again["left"], again["why"]) == (0, 0, "")


@pytest.mark.thorough
def test_with_a_server_a_run_tells_it_everything_by_its_end(
    tmp_path: Path, bolt: Bolt, lean_python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_variables(monkeypatch, bolt.environment)
    shop = project(tmp_path / "shop", {"till.py": CODE, "test_till.py": TEST})
    assert mend(tmp_path, shop, lean_python).returncode == 0
    [run] = run_ids(tmp_path)
    assert graph(tmp_path, "deliver")["sent"] == 0
    found = graph(tmp_path, "path", run, "--source", "neo4j")
    assert found == graph(tmp_path, "path", run)
    [card] = found["path"]["rounds"][0]["cards"]
    gone = verdigris(tmp_path, "memory", "forget", card, "--yes")
    assert gone.returncode == 0, gone.stderr
    graph(tmp_path, "deliver")
    assert bolt.run("MATCH (c:FixCard) RETURN count(c) AS cards") == [{"cards": 0}]
    assert graph(tmp_path, "path", run)["path"]["rounds"][0]["cards"] == []


def test_names_cannot_command_the_terminal(tmp_path: Path) -> None:
    code = """
import asyncio, sys
from graph.telling import a_run, card
from verdigris.graph.relational import SqlGraph
from verdigris.store.database import Database
async def main():
    name = "a\\x1b[31m[bold]\\x9b2J\\u202e.py"
    async with await Database.open(sys.argv[1]) as database:
        made = card(1, files_changed=(name,), summary="[red]\\x1b]0;title\\x07", green=False)
        await SqlGraph(database).write(a_run("run-1", made=made, path=name))
asyncio.run(main())
"""
    url = f"sqlite:///{tmp_path}/data/verdigris.db"
    path = os.pathsep.join(one for one in sys.path if one)
    subprocess.run([sys.executable, "-c", code, url], check=True, env={"PYTHONPATH": path})
    key = graph(tmp_path, "path", "run-1")["path"]["rounds"][0]["saw"][0].split()[0]
    for words in (("path", "run-1"), ("hot-files",), ("fixes", key), ("bug-types",)):
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(said(tmp_path, *words)), words
    assert "[bold]" in said(tmp_path, "hot-files"), "no markup either"
