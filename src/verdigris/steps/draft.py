"""The first version: every part written several times, all candidates against all tests.

Parts that need nothing of each other are asked for side by side. The largest agreement picks
candidate and tests (`building/agreement`). Stubs and trusted tests become the run's base, where
every trusted test fails, and the chosen code becomes the change: from there on a build is a fix.
A part without a usable answer stays a stub and is asked for again in the next iteration.
"""

from __future__ import annotations

from verdigris.building.report import readme
from verdigris.checks.honest import passes
from verdigris.core import signature
from verdigris.core.budget import TierUse
from verdigris.core.building import Agreement, Quarantined
from verdigris.core.change import make_change
from verdigris.core.events import FailureSeen, SuiteRan, TierSpent
from verdigris.core.report import Report
from verdigris.core.text import count, listed, one_line
from verdigris.errors import SuiteUnavailable
from verdigris.steps.deps import Deps
from verdigris.steps.drafting.into import draft_into
from verdigris.steps.drafting.work import Draft
from verdigris.steps.state import RunState, unwritten


async def draft(state: RunState, deps: Deps) -> RunState:
    if state["task"].into:
        return await draft_into(state, deps)
    work = await Draft.begin(state, deps)
    missing = unwritten(state)
    for level in work.blueprint.levels():
        parts = [part for part in level if part.path in missing]
        await work.ask(parts)
        for part in parts:  # one after the other: each has all processors for its trials
            await work.judge(part)
    base, before = await _base(work, state, deps)
    change = make_change(work.stubs, {**work.stubs, **work.texts}, work.origin)
    left = [part.path for part in work.blueprint.parts if part.path not in work.texts]
    found = signature.of_report(before)
    if found is not None:
        await deps.bus.emit(FailureSeen(signature=found))
    agreements = tuple(work.agreements[part.path] for part in work.blueprint.parts)
    deps.said(_account(agreements, left))
    why = f"no usable answer for {listed(left)}" if left else ""
    return {
        **_nothing_yet(why),
        "base": base,
        "head": base,
        "before": before,
        "current": before,
        "signature": found,
        "agreements": agreements,
        "change": change,
        "tiers": await _tiers(work, deps),
    }


async def _base(work: Draft, state: RunState, deps: Deps) -> tuple[str, Report]:
    """Commit stubs and trusted tests; return that commit and what its tests say.

    What passes there says nothing about the code, whatever it did in company: it goes as well. An
    example of the goal stays beside tests that fail: it must not break.
    """
    while True:
        files = {
            "README.md": readme(work.blueprint, work.language),
            **work.scaffold,
            **work.stubs,
            **work.test_files(work.trusted),
        }
        base = await work.lay(files, "the plan: stubs, and tests that are trusted")
        async with deps.workspace.fresh(base) as tree:
            report = await deps.suite.run(tree, test_seconds=deps.settings.build.test_seconds)
        await deps.bus.emit(SuiteRan(purpose="stubs", report=report, where=deps.suite.where))
        if report.infrastructure:
            raise SuiteUnavailable(f"The tests cannot be run: {report.message}.")
        if work.trusted and not report.results:
            raise SuiteUnavailable(
                f"`{report.command}` gives no result for any test: "
                f"{report.message or one_line(report.output, 300) or report.ending}.",
                hint="`verdigris doctor` says what is missing here.",
            )
        idle = [one for one in work.trusted if passes(report, work.id_of(one))]
        if len(idle) < len(work.trusted):
            idle = [one for one in idle if one.origin != "example"]
        if not idle:
            await deps.workspace.settle(base)
            return base, report
        reason = "it passes although nothing is written"
        work.quarantine([Quarantined(check=check, reason=reason) for check in idle])


async def _tiers(work: Draft, deps: Deps) -> list[TierUse]:
    for spent in work.spent:
        await deps.bus.emit(TierSpent(spent=spent))
    return work.spent


def _nothing_yet(why: str) -> RunState:
    """Return what an iteration begins with: nothing applied, checked or run."""
    return {
        "shown": None,
        "tallies": None,
        "nothing_left": False,
        "commit": "",
        "gate": (),
        "blocked": False,
        "after": None,
        "verdict": None,
        "retries": 0,
        "why": why,
    }


def _account(agreements: tuple[Agreement, ...], left: list[str]) -> str:
    trusted = sum(len(one.trusted) for one in agreements)
    apart = sum(len(one.quarantined) for one in agreements)
    written = len(agreements) - len(left)
    said = (
        f"{written} of {count(len(agreements), 'part')} written, {count(trusted, 'test')} trusted"
    )
    said += f", {apart} quarantined" if apart else ""
    return f"{said}; no usable answer for {listed(left)}" if left else said
