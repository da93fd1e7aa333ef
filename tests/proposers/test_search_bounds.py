"""A search keeps to its tier's budget, and a long function is not thought through before the first
candidate is tried. Shown by counting: the clock and the bench are scripts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from verdigris.core.change import Change
from verdigris.core.repair import Localised, Suspect
from verdigris.core.report import TestResult
from verdigris.proposers.base import Brief
from verdigris.proposers.search import Search
from verdigris.repair.bench import Outcome, ScriptedBench
from verdigris.repair.choosing.choice import Choice, rank
from verdigris.repair.choosing.green import Green
from verdigris.repair.operators import Ideas
from verdigris.repair.source import Source


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def function(lines: int) -> str:
    """Return a long function, of the kind that grows over years."""
    body = "".join(
        f"    if order.price > limit and total < {n}:\n"
        f"        total += order.price * rates[{n}] - discount(order, {n})\n"
        f"    names.append(order.name.strip() or default)\n"
        for n in range(lines // 3)
    )
    return (
        f"def charge(order, limit, rates, names, default):\n    total = 0\n{body}    return total\n"
    )


def suspects(text: str, share: float = 0.97) -> list[Suspect]:
    """Return the lines of a function, each less suspicious than the one before."""
    count = text.count("\n")
    return [Suspect(path="a.py", line=n, function="charge", score=share**n)
            for n in range(1, count + 1)]  # fmt: skip


class Run:
    """A search in which a candidate takes a second, and having learned ideas takes some."""

    def __init__(
        self,
        text: str,
        *,
        learning: float = 0.0,
        share: float = 0.97,
        green: Callable[[Change], bool],
    ) -> None:
        self.clock, self.learning = Clock(), learning
        self.green = green
        self.bench = ScriptedBench(["t"], self._judge, workers=1, together=1)
        self.cost = 1.0
        self.streams: list[Ideas] = []
        self.priors: dict[str, float] = {}
        self.given: list[float] = []
        found = suspects(text, share)
        self.brief = Brief(
            goal="", failure=TestResult(id="t", outcome="failed"), test_source="", places=(),
            files={"a.py": text}, localised=Localised(suspects=tuple(found)), bench=self.bench,
        )  # fmt: skip

    def _judge(self, change: Change) -> Outcome:
        self.clock.now += self.cost
        return Outcome(won=int(self.green(change)))

    def _ideas(self, *about) -> Ideas:
        self.streams.append(Ideas(*about))
        return self.streams[-1]

    async def _learned(self, *_: object) -> Sequence[object]:
        self.clock.now += self.learning
        return ()

    async def _choose(self, brief: Brief, greens: Sequence[Green], seconds: float) -> Choice:
        self.given.append(seconds)
        return rank(greens)

    async def __call__(self, *, seconds: float = 60.0, candidates: int = 5000) -> list[object]:
        async def silent(*_: object) -> None: ...

        async def learned(*_: object) -> dict[str, float]:
            return self.priors

        search = Search(
            seconds=seconds, candidates=candidates, tell=silent, learned=self._learned,
            priors=learned, choose=self._choose, ideas=self._ideas, clock=self.clock,
        )  # fmt: skip
        return [one async for one in search.propose(self.brief)]


@pytest.mark.parametrize(("learning", "tried"), [(0.0, 60), (20.0, 40), (500.0, 30)])
async def test_having_ideas_is_paid_from_the_same_time_as_trying_them(
    learning: float, tried: int
) -> None:
    run = Run(function(60), learning=learning, green=lambda change: False)
    assert await run() == []
    assert len(run.bench.tried) == tried


async def test_choosing_gets_what_is_left_and_never_less_than_a_quarter() -> None:
    for wait, least, most in ((0.0, 40, 60), (58.0, 15, 15)):
        run = Run(function(30), learning=wait, green=lambda change: True)
        run.cost = 0.1
        assert await run()
        assert least <= run.given[0] <= most


async def test_the_first_candidates_of_a_long_function_cost_no_more_than_of_a_short_one() -> None:
    asked = {}
    for lines in (60, 300, 900):
        run = Run(function(lines), green=lambda change: False)
        await run(candidates=25)
        assert len(run.bench.tried) == 25
        asked[lines] = run.streams[0].asked
    assert asked[300] == asked[900] <= asked[60]
    assert asked[900] < 900  # less than once a line, of more than a hundred operators


async def test_where_every_line_is_as_suspicious_others_go_on_while_each_is_read() -> None:
    turns = {}
    for lines in (60, 300):
        run = Run(function(lines), share=1.0, green=lambda change: False)
        searching = asyncio.ensure_future(run(candidates=1))
        turns[lines] = 0
        while not searching.done():
            await asyncio.sleep(0)
            turns[lines] += 1
        assert len(run.bench.tried) == 1
    assert turns[300] - turns[60] >= 240 / 16, "at least one for every sixteen lines more"


@pytest.mark.parametrize("steps", [1, 7])
def test_what_is_thought_of_step_by_step_is_the_same(steps: int) -> None:
    text = function(6)
    about = Source("a.py", text), suspects(text, 1.0), Localised(), {}
    stream, found = Ideas(*about), []
    while True:
        while not stream.think(steps):
            pass
        waiting = len(stream)
        try:
            found.append(next(stream))
        except StopIteration:
            break
        assert len(stream) == waiting - 1
    assert found == [*Ideas(*about)]


def test_what_is_thought_of_late_is_no_likelier_than_what_came_before() -> None:
    text = function(12)
    late = [*Ideas(Source("a.py", text), suspects(text), Localised(), {})]
    scores = [score for score, _ in late]
    assert scores == sorted(scores, reverse=True)
    assert len({idea.splices for _, idea in late}) == len(late) > 500


async def test_experience_brings_operators_forward_and_puts_none_back() -> None:
    first = {}
    for name, priors in (
        ("shipped", {}),
        ("raised", {"statement.deleted": 5.0}),
        ("lowered", {"compare.boundary": 0.2, "boolean.other": 0.2, "constant.number": 0.2}),
    ):
        run = Run(function(12), green=lambda change: False)
        run.priors = priors
        await run(candidates=5)
        first[name] = [change.edits[0].after for change in run.bench.tried]
    assert first["lowered"] == first["shipped"] != first["raised"]
