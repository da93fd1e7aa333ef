"""Every ledger keeps the same books: by run and tier, by day, and nothing twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from verdigris.core.budget import DAY, LEASE, Spent, Use
from verdigris.models.base import Tier
from verdigris.models.ledger import Call, InMemoryLedger, Ledger
from verdigris.store.database import Database
from verdigris.store.spending import SqlLedger

NOON = 20_000 * DAY + DAY / 2
USE = Use(calls=1, tokens_in=10, tokens_out=5, cached_tokens=4, cost=0.25, seconds=2.0)


def call(key: str, run: str = "r", tier: Tier = "fast", at: float = NOON) -> Call:
    return Call(id=f"{run}:{key}", run_id=run, tier=tier, role="coder", model="m", use=USE, at=at)


class Clock:
    now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "sqlite"])
async def ledger(
    request: pytest.FixtureRequest, tmp_path: Path, clock: Clock
) -> AsyncIterator[Ledger]:
    if request.param == "memory":
        yield InMemoryLedger(clock)
        return
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        yield SqlLedger(database, clock)


def below(cost: float) -> Callable[[Spent], str]:
    return lambda spent: "" if spent.day.cost + USE.cost <= cost else f"${spent.day.cost} spent"


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
    url, clock = f"sqlite:///{tmp_path}/a.db", Clock()
    async with await Database.open(url) as database:
        await SqlLedger(database, clock).add(call("a"))
    async with await Database.open(url) as database, await Database.open(url) as other:
        await SqlLedger(other, clock).add(call("b", run="other"))
        assert (await SqlLedger(database, clock).spent("r")).day == USE + USE


async def test_what_is_set_aside_counts_as_spent_until_it_is_given_back(ledger: Ledger) -> None:
    assert await ledger.reserve(call("a"), below(0.5)) == ""
    assert await ledger.reserve(call("b", run="other"), below(0.5)) == ""
    assert await ledger.reserve(call("c"), below(0.5)) == "$0.5 spent"
    assert (await ledger.spent("r")).fast == USE, "a refusal sets nothing aside"
    await ledger.add(call("a"))
    await ledger.release(call("a"))
    assert (await ledger.spent("r")).day == USE + USE
    await ledger.release(call("b", run="other"))
    assert await ledger.reserve(call("c"), below(0.5)) == ""


async def test_less_is_set_aside_as_answers_come_in(ledger: Ledger) -> None:
    assert await ledger.reserve(call("a").model_copy(update={"use": USE + USE}), below(9)) == ""
    await ledger.add(call("first"))
    await ledger.renew(call("a"))
    assert (await ledger.spent("r")).day == USE + USE


async def test_what_a_dead_process_set_aside_expires_and_the_living_renew(
    ledger: Ledger, clock: Clock
) -> None:
    await ledger.reserve(call("dead"), below(9))
    await ledger.reserve(call("alive"), below(9))
    clock.now += LEASE - 1
    await ledger.renew(call("alive"))
    assert (await ledger.spent("r")).day == USE + USE
    clock.now += 2
    assert (await ledger.spent("r")).day == USE
    assert await ledger.reserve(call("c", run="other"), below(0.5)) == ""


async def test_a_run_that_goes_on_forgets_what_its_killed_sitting_had_set_aside(
    tmp_path: Path,
) -> None:
    url, clock = f"sqlite:///{tmp_path}/a.db", Clock()
    async with await Database.open(url) as database, await Database.open(url) as other:
        killed, resumed = SqlLedger(database, clock), SqlLedger(other, clock)
        await killed.reserve(call("a"), below(9))
        await killed.reserve(call("b", run="another"), below(9))
        assert await resumed.reserve(call("a"), below(0.5)) == ""
        assert (await resumed.spent("r")).day == USE + USE


SPENDER = """
import asyncio, sys
from verdigris.core.budget import Use
from verdigris.models.ledger import Call
from verdigris.store.database import Database
from verdigris.store.spending import SqlLedger
import time

async def main(run, url):
    async with await Database.open(url) as database:
        ledger = SqlLedger(database)
        print("ready", flush=True)
        sys.stdin.readline()
        number = 0
        while True:
            number += 1
            worst = Use(calls=1, tokens_out=100)
            call = Call(id=f"{run}:{number}", run_id=run, tier="fast", role="coder", model="m",
                        use=worst, at=time.time())
            judge = lambda spent: "no" if spent.day.tokens + 100 > 3000 else ""
            if await ledger.reserve(call, judge):
                return
            await asyncio.sleep(0.002)  # somebody answers
            await ledger.add(call.model_copy(update={"use": Use(calls=1, tokens_out=90)}))
            await ledger.release(call)

asyncio.run(main(*sys.argv[1:]))
"""


def test_processes_that_spend_at_once_stay_below_the_limit_of_the_day(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/a.db"
    spenders = [
        subprocess.Popen(
            [sys.executable, "-c", SPENDER, f"run{number}", url],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for number in range(4)
    ]  # fmt: skip
    for one in spenders:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    for one in spenders:
        one.communicate("go\n", timeout=120)
        assert one.returncode == 0

    async def spent() -> Spent:
        async with await Database.open(url) as database:
            return await SqlLedger(database).spent("run0")

    # So much that not even one more question fits, and not a token above the limit.
    assert 2900 < asyncio.run(spent()).day.tokens <= 3000
