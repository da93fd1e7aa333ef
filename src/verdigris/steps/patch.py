"""The cascade: proposers in order of cost, candidates tried until the failing tests pass.

A candidate passes three doors before any of its code runs: it may not touch what is protected, it
must not be one that is known to fail, and the policy must not block it. What comes out is the best
candidate, not yet a verdict: apply, check and execute verify it again, in full.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath

from verdigris.checks.cheats import cheats
from verdigris.checks.environment import test_texts
from verdigris.checks.gate import policy_findings
from verdigris.checks.honest import passes
from verdigris.core.change import Change
from verdigris.core.events import CandidateTried, SuiteRan
from verdigris.core.plan import Shown
from verdigris.core.report import Report
from verdigris.core.text import count, one_line
from verdigris.edits.archive import Archive
from verdigris.edits.guard import require_allowed, require_inside
from verdigris.errors import ModelMistake
from verdigris.proposers.base import Brief, Unusable
from verdigris.proposers.showing import context
from verdigris.steps.briefing import brief_for
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState
from verdigris.suites.warm.trials import Trials


@dataclass
class _Search:
    """What this step has seen so far."""

    tried: set[str]
    best: Change | None = None
    won: int = -1
    offered: int = 0
    why: str = ""
    skipped: list[str] = field(default_factory=list)


async def patch(state: RunState, deps: Deps) -> RunState:
    report = state.get("current")
    if report is None or not report.failures:
        deps.said("nothing fails")
        return {"change": None, "nothing_left": True, "why": "no failing test to work on"}
    brief = await brief_for(state, deps, state["head"], report)
    search = _Search(tried=await _known_to_fail(state, deps))
    copy = partial(deps.workspace.fresh, state["head"])
    async with Trials(deps.suite, copy, known=report) as trials:
        async for candidate in _candidates(deps, brief):
            search.offered += 1
            if await _try(candidate, search, report, trials, state, deps):
                break
    nothing_left = search.best is None and not deps.models
    if search.best is None:
        deps.said(search.why or "no proposer had an idea")
    else:
        deps.said(
            f"{search.best.origin}: {search.won} of {len(report.failures)} failing tests pass "
            f"({count(search.offered, 'candidate')})"
        )
    return {
        "shown": _shown(brief, deps),
        "change": search.best,
        "nothing_left": nothing_left,
        "commit": "",
        "gate": (),
        "blocked": False,
        "after": None,
        "verdict": None,
        "retries": 0,
        "why": search.why,
    }


def _shown(brief: Brief, deps: Deps) -> Shown | None:
    if not deps.models:
        return None
    return context(
        brief, deps.models["strong"].context_tokens, deps.settings.models.max_output_tokens
    )


async def _candidates(deps: Deps, brief: Brief) -> AsyncIterator[Change | Unusable]:
    for proposer in deps.proposers:
        async for candidate in proposer.propose(brief):
            yield candidate


async def _known_to_fail(state: RunState, deps: Deps) -> set[str]:
    found = state.get("signature")
    known = await deps.memory.known_bad(found) if found else frozenset()
    return {*known, *(a.fingerprint for a in state.get("attempts", []) if a.fingerprint)}


async def _try(
    candidate: Change | Unusable,
    search: _Search,
    report: Report,
    trials: Trials,
    state: RunState,
    deps: Deps,
) -> bool:
    """Try one candidate; return True when the failure at hand is mended and the search can end."""
    tell = partial(_tell, deps, state["iteration"], search.offered, candidate)
    if isinstance(candidate, Unusable):
        search.why = candidate.reason
        await tell(f"unusable: {candidate.reason}")
        return False
    if refusal := _refusal(candidate, search, deps, await deps.workspace.tree(state["head"])):
        search.why = refusal
        await tell(f"not tried: {refusal}")
        return False
    search.tried.add(candidate.fingerprint)
    failing = [failure.id for failure in report.failures]
    # A file that could not be collected has no tests to name yet, and what fails only after others
    # passes without them: then all are run.
    alone = all("::" in test for test in failing) and not state.get("together")
    only = failing if alone else ()
    tried = await trials.try_change(candidate, only=only, test_seconds=_patience(report, deps))
    after = tried.report
    where = deps.suite.where if tried.level == "cold" else f"a warm worker, {tried.level}"
    await deps.bus.emit(SuiteRan(purpose="candidate", report=after, where=where))
    won = sum(1 for test in failing if passes(after, test))
    await tell(f"{won} of {len(failing)} failing tests pass")
    if won > search.won:
        search.best, search.won = candidate, won
        search.why = "" if won == len(failing) else _why(after)
    # Other failures may have other causes: they are for the next iteration.
    return passes(after, failing[0])


def _refusal(candidate: Change, search: _Search, deps: Deps, tree: Path) -> str:
    if candidate.fingerprint in search.tried:
        return "the same change was tried before and did not help"
    try:
        require_allowed(candidate, deps.settings.edits)
        require_inside(candidate, tree)
    except ModelMistake as mistake:
        return str(mistake)
    for edit in candidate.edits:
        if edit.before is None and _is_taken(tree, edit.path):
            return f"{edit.path} is there already; it was not shown, so it may not be replaced"
    found = policy_findings(candidate, deps.settings.checks)
    found += cheats(candidate, test_texts(tree))
    return next((str(one) for one in found if one.severity == "block"), "")


def _is_taken(tree: Path, path: str) -> bool:
    """Tell whether a new file would replace one that exists, or lie below one."""
    parents = [parent for parent in PurePosixPath(path).parents if parent.name]
    return (tree / path).exists() or any((tree / parent).is_file() for parent in parents)


async def _tell(
    deps: Deps, iteration: int, number: int, candidate: Change | Unusable, result: str
) -> None:
    """Say what became of a candidate, and keep it as it was proposed."""
    change = candidate if isinstance(candidate, Change) else None
    Archive(deps.archive).candidate(
        iteration,
        number,
        result=result,
        change=change,
        answer=candidate.answer,
        note=candidate.note,
    )
    await deps.bus.emit(
        CandidateTried(
            origin=change.origin if change else "",
            note=candidate.note,
            fingerprint=change.fingerprint if change else "",
            result=one_line(result, 180),
        )
    )


def _why(report: Report) -> str:
    if report.failures:
        return one_line(f"{report.failures[0].id}: {report.failures[0].reason}", 300)
    return report.message or report.ending


def _patience(report: Report, deps: Deps) -> float:
    """Return how long one test of a candidate may take: ample for its kind, short for a hang."""
    slowest = max((r.seconds for r in report.results if r.outcome == "passed"), default=0.0)
    return min(max(10.0, 10 * slowest), deps.settings.suite.test_seconds)
