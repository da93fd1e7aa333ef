"""What is set aside for a question: a ledger that stumbles costs no answer, and nothing stays."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import pytest

from verdigris.core.budget import Allowance, Budget
from verdigris.edits.workspace import Workspace
from verdigris.errors import StoreError
from verdigris.models.base import Model, Reply, Request
from verdigris.models.ledger import Call, InMemoryLedger, Judge
from verdigris.settings import Settings
from verdigris.steps.asking import allowed
from verdigris.steps.asking.ask import ask, ask_several
from verdigris.steps.deps import Deps
from verdigris.suites.base import NoSuite
from verdigris.telemetry.bus import Bus
from verdigris.testing import InMemoryStore, ScriptedModel

ASK = Request(system="s", prompt="Which line?", max_tokens=100)


def deps(model: Model, ledger: InMemoryLedger) -> Deps:
    budget = Budget(day=Allowance(tokens=100_000))
    return Deps(
        settings=Settings(), budget=budget, bus=Bus("r", []), suite=NoSuite(),
        workspace=cast("Workspace", None), memory=InMemoryStore(), models={"fast": model},
        archive=Path("unused"), ledger=ledger,
    )  # fmt: skip


class Busy(InMemoryLedger):
    """A database that is locked at the first two signs of life."""

    def __init__(self) -> None:
        super().__init__()
        self.locked = 2
        self.renewed = asyncio.Event()

    async def renew(self, call: Call) -> None:
        if not self.held:  # it is being set aside
            return await super().renew(call)
        if self.locked:
            self.locked -= 1
            raise StoreError("The database is locked.")
        await super().renew(call)
        self.renewed.set()


async def test_a_sign_of_life_that_fails_costs_no_answer_and_the_next_one_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowed, "_BEAT", 0.001)
    ledger = Busy()

    class Slow(ScriptedModel):
        async def complete(self, request: Request) -> Reply:
            async with asyncio.timeout(60):
                await ledger.renewed.wait()
            return await super().complete(request)

    reply = await ask(deps(Slow(["the third"]), ledger), "fast", "coder", ASK)
    assert reply is not None and reply.text == "the third"
    assert ledger.held == {} and len(ledger.calls) == 1


async def test_an_answer_is_not_lost_where_less_cannot_be_set_aside_after_it() -> None:
    ledger = Busy()
    asking = ask_several(deps(ScriptedModel(["a", "b", "c"]), ledger), "fast", "coder", ASK, 3)
    assert [reply.text async for reply in asking] == ["a", "b", "c"]
    assert ledger.locked == 0, "it was tried"
    assert ledger.held == {} and len(ledger.calls) == 3


async def test_an_answer_is_not_lost_where_nothing_can_be_given_back() -> None:
    class Locked(InMemoryLedger):
        async def release(self, call: Call) -> None:
            raise StoreError("The database is locked.")

    ledger = Locked()
    reply = await ask(deps(ScriptedModel(["yes"]), ledger), "fast", "coder", ASK)
    assert reply is not None and reply.text == "yes"
    assert len(ledger.calls) == 1


async def test_what_cannot_be_written_down_at_all_still_stops_the_run() -> None:
    class Full(InMemoryLedger):
        async def add(self, call: Call) -> None:
            raise StoreError("The disk is full.")

    ledger = Full()
    with pytest.raises(StoreError, match="full"):
        await ask(deps(ScriptedModel(["yes"]), ledger), "fast", "coder", ASK)
    assert ledger.held == {}


async def test_who_is_interrupted_while_something_is_set_aside_gives_it_back() -> None:
    there = asyncio.Event()

    class Committed(InMemoryLedger):
        """What was asked for is done, and nobody has been told yet."""

        async def reserve(self, call: Call, judge: Judge) -> str:
            await super().reserve(call, judge)
            there.set()
            await asyncio.Event().wait()
            raise AssertionError("nobody rings")

    ledger, model = Committed(), ScriptedModel([])
    asking = asyncio.ensure_future(ask(deps(model, ledger), "fast", "coder", ASK))
    await there.wait()
    assert len(ledger.held) == 1
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert ledger.held == {} and model.requests == []
