from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from verdigris.errors import UserError
from verdigris.store.database import Database
from verdigris.store.queries import get_run, list_runs
from verdigris.store.tables import IterationRow, RunRow, StepRow


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        yield database


async def add(database: Database, *ids: str, **more: Any) -> None:
    async with database.write() as connection:
        for number, run_id in enumerate(ids):
            row = {"id": run_id, "started_at": float(number), "updated_at": 0.0, **more}
            await connection.execute(insert(RunRow), row)


async def add_steps(database: Database, run_id: str, *steps: tuple[int, str, int]) -> None:
    async with database.write() as connection:
        for number in sorted({iteration for iteration, _, _ in steps}):
            row = {"run_id": run_id, "number": number, "started_at": 0.0, "updated_at": 0.0}
            await connection.execute(insert(IterationRow), row)
        for at, (iteration, step, tokens) in enumerate(steps):
            row = {
                "run_id": run_id,
                "iteration": iteration,
                "step": step,
                "seconds": 1.5,
                "tokens_in": tokens,
                "started_at": float(at),
                "finished_at": float(at),
            }
            await connection.execute(insert(StepRow), row)


async def test_no_runs(database: Database) -> None:
    assert await list_runs(database) == []


async def test_the_newest_come_first_a_page_at_a_time(database: Database) -> None:
    await add(database, "a", "b", "c", "d")
    assert [run.id for run in await list_runs(database, limit=2)] == ["d", "c"]
    assert [run.id for run in await list_runs(database, limit=2, offset=2)] == ["b", "a"]


async def test_a_run_that_is_going_shows_what_it_has_used_so_far(database: Database) -> None:
    await add(database, "going", "fresh")
    await add(database, "over", status="green", finished_at=9.0, tokens_in=7)
    for run_id in ("going", "over"):
        await add_steps(database, run_id, (1, "patch", 10), (2, "patch", 20))
    runs = {run.id: run for run in await list_runs(database)}
    assert runs["going"].tokens_in == 30 and runs["going"].seconds == 3.0
    assert runs["over"].tokens_in == 7
    assert runs["fresh"].tokens_in == 0
    assert runs["going"].iterations == 2 and runs["fresh"].iterations == 0


async def test_one_run_with_its_steps_in_the_order_they_were_done(database: Database) -> None:
    await add(database, "run", diff="--- a\n+++ b\n")
    await add_steps(database, "run", (1, "reproduce", 0), (1, "patch", 5), (1, "apply", 0))
    run = await get_run(database, "run")
    assert [step.step for step in run.rounds[0].steps] == ["reproduce", "patch", "apply"]
    assert run.diff == "--- a\n+++ b\n"
    assert run.tokens_in == 5


async def test_a_run_is_found_by_the_beginning_of_its_id(database: Database) -> None:
    await add(database, "abc1", "abd2", "ab", "a%c", "A_")
    assert (await get_run(database, "abc")).id == "abc1"
    # An id that is whole is meant, though others begin with it.
    assert (await get_run(database, "ab")).id == "ab"
    assert (await get_run(database, "a%")).id == "a%c"
    assert (await get_run(database, "A")).id == "A_"


async def test_an_id_that_could_be_several_names_them(database: Database) -> None:
    await add(database, *(f"run-{number:02}" for number in range(30)))
    with pytest.raises(UserError) as caught:
        await get_run(database, "run-0")
    assert "run-00" in str(caught.value) and "run-09" in str(caught.value)
    with pytest.raises(UserError, match="…"):
        await get_run(database, "run-")


@pytest.mark.parametrize("name", ["x", "", "run%", "_un", "'; --", "\ud800", "run\0"])
async def test_an_unknown_id_says_where_to_look(database: Database, name: str) -> None:
    await add(database, "run")
    with pytest.raises(UserError) as caught:
        await get_run(database, name)
    assert "verdigris runs" in caught.value.hint
