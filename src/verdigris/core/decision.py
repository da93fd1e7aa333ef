"""Go on or stop? Pure: no clock, no disk, no model. The order of the questions is the policy."""

from __future__ import annotations

from typing import Literal

from verdigris.core.budget import Budget, Use
from verdigris.core.lesson import Standing
from verdigris.core.task import Job
from verdigris.core.value import Value
from verdigris.core.verdict import Verdict

UNVERIFIED = "written, not verified: no test of what it does could be trusted"


class Decision(Value):
    action: Literal["continue", "stop", "pause"]
    green: bool = False
    reason: str = ""
    warning: str = ""
    """Said to the user and to the next prompt."""


class Situation(Value):
    job: Job
    iteration: int
    budget: Budget
    use: Use
    verdict: Verdict | None = None
    standing: Standing = Standing()
    only_flaky: bool = False
    """Whatever fails passed when it was run again."""
    nothing_left: bool = False
    """No proposer can offer anything that was not tried."""
    refused: str = ""
    """The limit that forbade a question, if one did."""
    untested: bool = False
    """A program was written in full, and no test of what it does could be trusted."""
    halted: str = ""
    """Why the user wants to pause, if so."""


def decide(now: Situation) -> Decision:
    """Return what the loop does next, with the reason a user will read."""
    if now.job == "audit":
        return Decision(action="stop", reason="audit done")
    if now.only_flaky:
        reason = "only flaky tests fail: they pass and fail by themselves"
        return Decision(action="stop", reason=reason)
    green = now.verdict is not None and now.verdict.green
    if green and now.job != "improve":
        won = now.verdict is not None and now.verdict.fixed
        reason = "the suite is honestly green" if won else "already green: nothing to do"
        return Decision(action="stop", green=True, reason=reason)
    if now.untested:
        return Decision(action="stop", reason=UNVERIFIED)
    if limit := now.budget.exhausted(now.use):
        return Decision(action="stop", green=green, reason=limit)
    if now.refused and now.standing.stuck:
        # Without the model this iteration won nothing, and the next would not either.
        return Decision(action="stop", green=green, reason=now.refused)
    if now.iteration >= now.budget.max_iters:
        return Decision(
            action="stop", green=green, reason=f"iteration limit of {now.budget.max_iters} reached"
        )
    if now.nothing_left:
        return Decision(action="stop", green=green, reason="nothing is left to try without a model")
    stuck = now.standing.stuck
    if stuck >= now.budget.stop_after and not now.budget.until_green:
        return Decision(
            action="stop", green=green, reason=f"circuit breaker: {stuck} attempts won nothing"
        )
    warning = now.standing.warning() if stuck >= now.budget.warn_after else ""
    if now.halted:
        return Decision(action="pause", green=green, reason=now.halted, warning=warning)
    return Decision(action="continue", green=green, warning=warning)
