"""Evals in the database, SQLite and PostgreSQL: written once, read by all who share it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from small_outcomes import outcome, record
from small_tasks import Put
from sqlalchemy import select
from typer.testing import CliRunner, Result

from verdigris.cli.main import app
from verdigris.evals.recording import put_down, stored
from verdigris.settings import load
from verdigris.store.database import Database
from verdigris.store.eval_tables import EvalJobRow, EvalRow


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/evals.db"
    return str(request.getfixturevalue("postgres_url"))


async def test_an_eval_is_there_once_however_often_it_is_put_down(url: str) -> None:
    told = "odd \0 text \ud800"
    first = record(outcome("a"), outcome("b", solved=False, claimed=False, error=told))
    whole = record(outcome("a"), outcome("b", tokens=7, cost=0.5), outcome("b", 2, right=False))
    await put_down(first, url)
    await put_down(whole, url)
    (found,) = await stored(url, 9)
    async with await Database.open(url) as database, database.read() as connection:
        jobs = (await connection.execute(select(EvalJobRow).order_by("task", "run"))).all()
    assert (found.id, found.done, found.jobs) == (whole.id, 3, 3)
    assert (found.solved.value, found.right.value) == (1.0, pytest.approx(2 / 3))
    assert [(job.task, job.run, job.right) for job in jobs] == [
        ("a", 1, True), ("b", 1, True), ("b", 2, False),
    ]  # fmt: skip
    assert (jobs[1].tokens_in, jobs[1].cost, jobs[1].document["verdict"]) == (7, 0.5, "right")


async def test_what_another_version_wrote_is_passed_over(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/evals.db"
    await put_down(record(outcome("a")), url)
    await put_down(record(outcome("a"), name="other"), url)
    async with await Database.open(url) as database, database.write() as connection:
        changed = EvalRow.__table__.update().where(EvalRow.id == "other")  # type: ignore[attr-defined]
        await connection.execute(changed.values(document={"summary": "in words"}))
    assert [one.id for one in await stored(url, 9)] == [record().id]


@pytest.fixture
def run(put: Put, tmp_path: Path, lean_python: Path) -> Callable[..., Result]:
    """Measure an agent that does nothing, through the command line."""
    put("one"), put("two")
    suite = ["--suite", str(tmp_path / "suite"), "--agent", "true", "--python", str(lean_python)]

    def measure(*more: str) -> Result:
        return CliRunner().invoke(app, ["eval", "run", *suite, "--sandbox", "process", *more])

    return measure


def test_a_measured_eval_is_in_the_database_and_listed_for_all(run: Callable[..., Result]) -> None:
    assert run().exit_code == 0
    path = load().settings.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT task, solved, verdict FROM eval_jobs ORDER BY task")
        assert rows.fetchall() == [("one", 0, "false green"), ("two", 0, "false green")]
    assert listing("--everywhere") == listing()
    (one,) = listing()
    assert (one["jobs"], one["done"]) == (2, 2)
    said = CliRunner().invoke(app, ["eval", "list", "--everywhere"]).output
    assert str(one["id"]) in said and "0.0 %" in said


def listing(*more: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(app, ["eval", "list", "--json", *more])
    found: list[dict[str, Any]] = json.loads(done.output)["evals"]
    return found


def test_a_database_that_cannot_be_used_costs_no_result(run: Callable[..., Result]) -> None:
    path = Path(load().settings.database_url.removeprefix("sqlite:///"))
    path.mkdir(parents=True)
    done = run()
    assert done.exit_code == 0, "the eval itself went well"
    assert "not in the database" in done.output and "2 of 2 jobs" in done.output
    (one,) = listing()
    path.rmdir()
    again = CliRunner().invoke(app, ["eval", "run", "--resume", str(one["id"])])
    assert again.exit_code == 0 and "not in the database" not in again.output
    assert [each["id"] for each in listing("--everywhere")] == [one["id"]]
