"""`verdigris runs`, through its front door."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from verdigris.cli.runs import runs
from verdigris.core.budget import Use
from verdigris.core.change import make_change
from verdigris.core.events import RunFinished, RunStarted, StepFinished, VerdictReached
from verdigris.core.report import Report
from verdigris.core.task import Task
from verdigris.core.verdict import Verdict
from verdigris.errors import UserError
from verdigris.store.database import Database
from verdigris.telemetry.bus import Bus
from verdigris.telemetry.recorder import Recorder

HOSTILE = "[red]pwned[/red] [link=http://x]\x1b[2J\x07 [/nothing]"


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    url = f"sqlite:///{tmp_path}/a.db"
    monkeypatch.setenv("VERDIGRIS_STORE__URL", url)
    monkeypatch.setenv("VERDIGRIS_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("COLUMNS", "250")
    monkeypatch.chdir(tmp_path)
    return url


async def record(url: str, run_id: str, goal: str) -> None:
    change = make_change({"a.py": "x = 0\n"}, {"a.py": "x = '[bold]1'\n"}, "search")
    async with await Database.open(url) as database:
        bus = Bus(run_id, [Recorder(database)])
        await bus.emit(RunStarted(task=Task(root="/home/me/shop", goal=goal)))
        bus.enter(1, "execute")
        verdict = Verdict(green=False, reasons=(f"two tests fail {goal}",))
        await bus.emit(VerdictReached(verdict=verdict, report=Report(command="pytest")))
        await bus.emit(StepFinished(seconds=1.25, summary=f"ran the suite {goal}"))
        use = Use(tokens_in=1200, tokens_out=34, cost=0.25, calls=1, seconds=3.5)
        await bus.emit(RunFinished(status="not_green", reason=goal, use=use, change=change))


def call(*arguments: str) -> Result:
    app = typer.Typer()
    app.command()(runs)
    return CliRunner().invoke(app, arguments)


def test_without_any_runs(url: str) -> None:
    done = call()
    assert done.exit_code == 0
    assert "No runs yet" in done.output
    assert json.loads(call("--json").output) == {"runs": []}


def test_the_list(url: str) -> None:
    asyncio.run(record(url, "r-one", "Mend the basket."))
    asyncio.run(record(url, "r-two", "Mend the till."))
    shown = call().output
    for said in ("r-one", "r-two", "shop", "not green", "1,234", "$0.2500", "3.5"):
        assert said in shown
    assert "r-one" not in call("--limit", "1").output


def test_one_run(url: str) -> None:
    asyncio.run(record(url, "r-one", "Mend the basket."))
    shown = call("r-o").output
    for said in ("Iteration 1", "execute", "1.25 s", "two tests fail", "+x = '[bold]1'"):
        assert said in shown


def test_json_is_one_object_and_nothing_else(url: str) -> None:
    asyncio.run(record(url, "r-one", HOSTILE + "\ud800"))
    [listed] = json.loads(call("--json").output)["runs"]
    assert listed["id"] == "r-one" and listed["tokens_in"] == 1200
    run = json.loads(call("r-one", "--json").output)["run"]
    assert run["rounds"][0]["steps"][0]["step"] == "execute"
    assert run["goal"].startswith(HOSTILE)


def test_text_from_the_database_is_shown_not_obeyed(url: str) -> None:
    asyncio.run(record(url, "r-one", HOSTILE))
    shown = call("r-one").output
    assert "[red]pwned[/red]" in shown
    assert "\x1b[2J" not in shown and "\x07" not in shown


def test_an_unknown_run_is_an_error_with_a_cure(url: str) -> None:
    done = call("nothing")
    assert isinstance(done.exception, UserError)
    assert "verdigris runs" in done.exception.hint


def test_help_does_not_load_the_database() -> None:
    code = (
        "import sys, verdigris.cli.runs\n"
        "print([n for n in ('sqlalchemy', 'rich.table', 'pydantic') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert "verdigris runs --limit 5" in " ".join(call("--help").output.split())
