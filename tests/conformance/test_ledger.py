"""Every ledger keeps the same books: by run and tier, by day, and nothing twice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from verdigris.core.budget import Spent, Use
from verdigris.models.base import Tier
from verdigris.models.ledger import DAY, Call, InMemoryLedger, Ledger
from verdigris.store.database import Database
from verdigris.store.spending import SqlLedger

NOON = 20_000 * DAY + DAY / 2
USE = Use(calls=1, tokens_in=10, tokens_out=5, cached_tokens=4, cost=0.25, seconds=2.0)


def call(key: str, run: str = "r", tier: Tier = "fast", at: float = NOON) -> Call:
    return Call(id=f"{run}:{key}", run_id=run, tier=tier, role="coder", model="m", use=USE, at=at)


@pytest.fixture(params=["memory", "sqlite"])
async def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ledger]:
    if request.param == "memory":
        yield InMemoryLedger(lambda: NOON)
        return
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        yield SqlLedger(database, lambda: NOON)


async def test_nothing_is_spent_at_first(ledger: Ledger) -> None:
    assert await ledger.spent("r") == Spent()


async def test_tiers_are_counted_by_run_and_the_day_over_all_runs(ledger: Ledger) -> None:
    for one in (call("a"), call("b"), call("c", tier="strong"), call("d", run="other")):
        await ledger.add(one)
    spent = await ledger.spent("r")
    assert (spent.fast, spent.strong) == (USE + USE, USE)
    assert spent.day == USE + USE + USE + USE


async def test_a_call_that_is_told_twice_is_billed_once(ledger: Ledger) -> None:
    for _ in range(3):
        await ledger.add(call("a"))
    assert (await ledger.spent("r")).day == USE


@pytest.mark.parametrize(
    ("at", "today"),
    [(NOON - DAY / 2, True), (NOON - DAY / 2 - 1, False), (NOON - DAY, False), (NOON, True)],
)
async def test_the_day_begins_at_midnight(ledger: Ledger, at: float, today: bool) -> None:
    await ledger.add(call("a", at=at))
    spent = await ledger.spent("r")
    assert spent.day == (USE if today else Use())
    assert spent.fast == USE, "a run's own limits know no midnight"


async def test_the_books_outlast_the_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/a.db"
    clock: Callable[[], float] = lambda: NOON  # noqa: E731
    async with await Database.open(url) as database:
        await SqlLedger(database, clock).add(call("a"))
    async with await Database.open(url) as database, await Database.open(url) as other:
        await SqlLedger(other, clock).add(call("b", run="other"))
        assert (await SqlLedger(database, clock).spent("r")).day == USE + USE
