"""Go on or stop: the policy as a table."""

from __future__ import annotations

from typing import Any

import pytest

from verdigris.core.budget import Budget, Use
from verdigris.core.decision import Situation, decide
from verdigris.core.lesson import Standing
from verdigris.core.verdict import Verdict

GREEN = Verdict(green=True, fixed=("t::a",))
RED = Verdict(green=False, reasons=("still failing: t::a",))
PROGRESS = Verdict(green=False, fixed=("t::a",), still_failing=("t::b",))
STUCK_1 = Standing(stuck=1, same_error=True)
STUCK_2 = Standing(stuck=2, same_error=True, no_progress=True)
STUCK_4 = Standing(stuck=4, same_test_failure=True, no_progress=True)
TEN = {"max_iters": 10}
BUSY = Use(tokens_in=600, tokens_out=400, cost=0.5, calls=3, seconds=60)


def at(
    iteration: int = 1, *, job: Any = "fix", budget: dict[str, Any] | None = None, **more: Any
) -> Situation:
    return Situation(
        job=job,
        iteration=iteration,
        budget=Budget(**{**TEN, **(budget or {})}),
        **{"use": BUSY, "verdict": RED, **more},
    )


TABLE = {
    # what ends well
    "green": (at(verdict=GREEN), "stop", True, "honestly green"),
    "green from the start": (at(verdict=Verdict(green=True)), "stop", True, "already green"),
    "green at the last iteration": (at(10, verdict=GREEN), "stop", True, "honestly green"),
    "green beats the time limit": (
        at(verdict=GREEN, budget={"max_seconds": 1}),
        "stop",
        True,
        "green",
    ),
    "green beats the token limit": (
        at(verdict=GREEN, budget={"max_tokens": 1}),
        "stop",
        True,
        "green",
    ),
    "green beats the breaker": (at(verdict=GREEN, standing=STUCK_4), "stop", True, "green"),
    "green beats a halt": (at(verdict=GREEN, halted="Ctrl+C"), "stop", True, "green"),
    "green beats nothing left": (at(verdict=GREEN, nothing_left=True), "stop", True, "green"),
    "a program that no test vouches for": (
        at(job="build", untested=True),
        "stop",
        False,
        "written, not verified",
    ),
    "green ends a build": (at(verdict=GREEN, job="build"), "stop", True, "green"),
    # what goes on
    "red": (at(), "continue", False, ""),
    "no verdict yet": (at(verdict=None), "continue", False, ""),
    "progress": (at(verdict=PROGRESS), "continue", False, ""),
    "below every limit": (
        at(budget={"max_seconds": 61, "max_tokens": 1001, "max_cost": 0.51}),
        "continue",
        False,
        "",
    ),
    "improve goes on although green": (at(verdict=GREEN, job="improve"), "continue", True, ""),
    # limits
    "time": (at(budget={"max_seconds": 60}), "stop", False, "time limit of 60 s"),
    "tokens": (at(budget={"max_tokens": 1000}), "stop", False, "token limit of 1000 reached (1000"),
    "money": (at(budget={"max_cost": 0.5}), "stop", False, "cost limit of $0.5 reached ($0.5000"),
    "no money at all, and one call": (at(budget={"max_cost": 0}), "stop", False, "cost limit"),
    "no money at all, and no call": (at(budget={"max_cost": 0}, use=Use()), "continue", False, ""),
    "iterations": (at(10), "stop", False, "iteration limit of 10"),
    "iterations passed": (at(11), "stop", False, "iteration limit of 10"),
    "one iteration only": (at(1, budget={"max_iters": 1}), "stop", False, "iteration limit of 1"),
    "improve keeps what it has when a limit is met": (
        at(10, verdict=GREEN, job="improve"),
        "stop",
        True,
        "iteration limit",
    ),
    "time is named before tokens": (
        at(budget={"max_seconds": 1, "max_tokens": 1}),
        "stop",
        False,
        "time",
    ),
    "tokens are named before money": (
        at(budget={"max_tokens": 1, "max_cost": 0}),
        "stop",
        False,
        "token",
    ),
    "money is named before iterations": (at(10, budget={"max_cost": 0}), "stop", False, "cost"),
    "a limit beats a halt": (at(10, halted="Ctrl+C"), "stop", False, "iteration limit"),
    "a limit beats the breaker": (at(10, standing=STUCK_4), "stop", False, "iteration limit"),
    # nothing left
    "nothing left": (at(nothing_left=True), "stop", False, "nothing is left to try"),
    "nothing left beats the breaker": (
        at(nothing_left=True, standing=STUCK_4),
        "stop",
        False,
        "nothing",
    ),
    "nothing left beats a halt": (at(nothing_left=True, halted="Ctrl+C"), "stop", False, "nothing"),
    "nothing left, even until green": (
        at(nothing_left=True, budget={"until_green": True}),
        "stop",
        False,
        "nothing",
    ),
    # the breaker
    "stuck once": (at(standing=STUCK_1), "continue", False, ""),
    "stuck twice": (at(standing=STUCK_2), "continue", False, ""),
    "stuck four times": (at(standing=STUCK_4), "stop", False, "circuit breaker: 4 attempts"),
    "a lower threshold": (
        at(standing=STUCK_1, budget={"stop_after": 1}),
        "stop",
        False,
        "circuit breaker: 1",
    ),
    "a higher threshold": (at(standing=STUCK_4, budget={"stop_after": 5}), "continue", False, ""),
    "until green holds the breaker": (
        at(standing=STUCK_4, budget={"until_green": True}),
        "continue",
        False,
        "",
    ),
    "until green does not hold the limits": (
        at(10, standing=STUCK_4, budget={"until_green": True}),
        "stop",
        False,
        "iteration limit",
    ),
    "the breaker beats a halt": (at(standing=STUCK_4, halted="Ctrl+C"), "stop", False, "circuit"),
    # a halt
    "halted": (at(halted="Ctrl+C"), "pause", False, "Ctrl+C"),
    "halted after a step": (
        at(halted="stopped after patch"),
        "pause",
        False,
        "stopped after patch",
    ),
    "halted while improving": (
        at(verdict=GREEN, job="improve", halted="Ctrl+C"),
        "pause",
        True,
        "Ctrl+C",
    ),
    # audits
    "audit": (at(job="audit", verdict=None), "stop", False, "audit done"),
    "audit beats everything": (
        at(11, job="audit", verdict=GREEN, halted="Ctrl+C", budget={"max_seconds": 1}),
        "stop",
        False,
        "audit done",
    ),
}


@pytest.mark.parametrize(("now", "action", "green", "reason"), TABLE.values(), ids=TABLE.keys())
def test_decide(now: Situation, action: str, green: bool, reason: str) -> None:
    made = decide(now)
    assert (made.action, made.green) == (action, green)
    assert reason in made.reason
    assert bool(made.reason) == (action != "continue")


@pytest.mark.parametrize(
    ("standing", "budget", "warns"),
    [
        (Standing(), {}, ""),
        (STUCK_1, {}, ""),
        (STUCK_1, {"warn_after": 1}, "the same error came back"),
        (STUCK_2, {}, "the same error came back and 2 attempts in a row won nothing"),
        (STUCK_2, {"warn_after": 3}, ""),
        (STUCK_4, {"until_green": True}, "the same tests still fail and 4 attempts"),
        (Standing(stuck=2), {}, ""),
    ],
)
def test_the_breaker_warns_before_it_stops(
    standing: Standing, budget: dict[str, Any], warns: str
) -> None:
    made = decide(at(standing=standing, budget=budget))
    assert made.action == "continue"
    assert warns in made.warning and bool(made.warning) == bool(warns)


def test_deciding_twice_gives_the_same_and_changes_nothing() -> None:
    now = at(standing=STUCK_2)
    before = now.model_dump_json()
    assert decide(now) == decide(now)
    assert now.model_dump_json() == before
