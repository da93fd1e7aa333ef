"""What changes during a run, and is checkpointed after every step. Serialisable data only.

Each field is written by the step named beside it. Steps return partial updates; `attempts` and
`use` are added up, everything else is replaced.
"""

from __future__ import annotations

import operator
from typing import Annotated

from typing_extensions import TypedDict  # pydantic needs this one below Python 3.12

from verdigris.core.budget import TierUse, Use
from verdigris.core.building import Agreement, Blueprint, Check, Quarantined, Strength
from verdigris.core.change import Change
from verdigris.core.decision import Decision
from verdigris.core.finding import Finding
from verdigris.core.lesson import Attempt, Lesson, Standing
from verdigris.core.plan import Place, Plan, Shown
from verdigris.core.repair import Localised
from verdigris.core.report import Report
from verdigris.core.signature import Signature
from verdigris.core.task import Task
from verdigris.core.template import Tallies
from verdigris.core.verdict import Verdict


class RunState(TypedDict, total=False):
    run_id: str
    task: Task
    iteration: int  # from 1; decide
    base: str  # commit of the project as found; reproduce, plan; of stubs and tests: draft
    head: str  # commit of the best version so far; reproduce, plan, draft, execute
    flaky: tuple[str, ...]  # tests that change by themselves, in no report below; reproduce
    together: bool  # a failing test passes when it is run without the others; reproduce
    before: Report | None  # at base; reproduce
    current: Report | None  # at head; reproduce, execute
    signature: Signature | None  # of the failure worked on; reproduce, execute
    plan: Plan | None
    blueprint: Blueprint | None  # plan, of a build
    answered: tuple[tuple[str, str], ...]  # plan: what the user was asked, and said
    refused: tuple[tuple[str, str], ...]  # plan: packages that are not there, and why
    checks: tuple[Check, ...]  # specify: tests written before the code, not yet trusted
    barred: tuple[Quarantined, ...]  # specify: tests that may not even be run
    agreements: tuple[Agreement, ...]  # draft: one for each part of the blueprint
    strength: Strength | None  # execute, of a build that is green
    places: tuple[Place, ...]  # retrieve
    localised: Localised | None  # retrieve
    localised_at: str  # the commit that was observed for it; retrieve
    findings: tuple[Finding, ...]  # audit
    shown: Shown | None  # patch: what a model is told about the failure worked on
    change: Change | None  # draft, patch: against head
    tallies: Tallies | None  # patch: how the operators of this iteration's search fared
    nothing_left: bool  # patch: no proposer can offer anything new
    commit: str  # apply: the change on top of head, empty when it could not be applied
    gate: tuple[Finding, ...]  # check
    blocked: bool  # check
    after: Report | None  # execute
    retries: int  # execute
    verdict: Verdict | None  # reproduce, execute
    lesson: Lesson | None  # reflect
    standing: Standing  # reflect
    why: str  # patch, apply, check, execute: why this iteration did not get there
    decision: Decision | None
    tiers: Annotated[list[TierUse], operator.add]  # patch: what each tier of the cascade cost
    attempts: Annotated[list[Attempt], operator.add]  # reflect
    use: Annotated[Use, operator.add]  # every step


def unwritten(state: RunState) -> tuple[str, ...]:
    """Return the paths of the parts of a blueprint that have no code yet."""
    blueprint = state.get("blueprint")
    if blueprint is None or state["task"].into:
        return ()
    done = {one.part for one in state.get("agreements", ()) if one.chosen >= 0}
    return tuple(part.path for part in blueprint.parts if part.path not in done)


def is_untested(state: RunState) -> bool:
    """Tell whether no test could be trusted that asks for more than whether a program starts."""
    agreements = state.get("agreements", ())
    trusted = [check for one in agreements for check in one.trusted]
    return bool(agreements) and all(check.origin == "smoke" for check in trusted)


def ends_untested(state: RunState) -> bool:
    """Tell whether a program is written in full, and nothing is left that could be found out."""
    verdict = state.get("verdict")
    if verdict is None or verdict.still_failing or verdict.broken:
        return False
    return is_untested(state) and not unwritten(state)
