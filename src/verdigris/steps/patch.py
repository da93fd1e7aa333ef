"""The cascade: proposers in order of cost, candidates tried until the failing tests pass.

Tests decide when to climb: the next tier is asked when no candidate of those before it makes the
failure at hand pass, or only a blind one does that leaves others failing, and is told what they
found out. What comes out is the best candidate, not yet a verdict: apply, check and execute verify
it again, in full.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial

from verdigris.checks.honest import passes
from verdigris.core.budget import TierUse, Use
from verdigris.core.change import Change
from verdigris.core.events import CandidateTried, SuiteRan, TierSpent
from verdigris.core.plan import Shown
from verdigris.core.report import Report
from verdigris.core.signature import of_result
from verdigris.core.template import Tallies
from verdigris.core.text import count, cut, one_line
from verdigris.edits.archive import Archive
from verdigris.memory.base import use_key
from verdigris.models.base import context_of
from verdigris.proposers.base import Brief, Proposer, Unusable
from verdigris.proposers.search import Search
from verdigris.proposers.showing import context
from verdigris.steps.asking.ask import SPEECHLESS, model_for
from verdigris.steps.briefing import brief_for
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState
from verdigris.steps.trying.bench import PatchBench
from verdigris.suites.warm.trials import Trials


@dataclass
class _Found:
    """What this step has seen so far."""

    best: Change | None = None
    won: int = -1
    lead: tuple[int, Change] | None = None
    """A change that wins something, with how much; what is worth telling the next tier."""
    mended: bool = False
    """The failure at hand passes. Others may have other causes: they are for the next iteration."""
    offered: int = 0
    missed: list[bytes] = field(default_factory=list)
    """Fingerprints of changes that won nothing."""
    why: str = ""


async def patch(state: RunState, deps: Deps) -> RunState:
    report = state.get("current")
    if report is None or not report.failures:
        deps.said("nothing fails")
        return {"change": None, "nothing_left": True, "why": "no failing test to work on"}
    brief = await brief_for(state, deps, state["head"], report)
    found, spent = _Found(), list[TierUse]()
    copy = partial(deps.workspace.fresh, state["head"])
    async with Trials(deps.suite, copy, known=report) as trials:
        bench = PatchBench(
            trials,
            report,
            deps.settings,
            await deps.workspace.tree(state["head"]),
            known_bad=await _known_to_fail(brief, state, deps),
            together=state.get("together", False),
        )
        passing = {result.id: result.seconds for result in report.passed}
        brief = replace(brief, bench=bench, copy=copy, passing=passing)
        for proposer in deps.proposers:
            async with _counted(proposer, found, bench, spent, deps):
                await _climb(proposer, brief, found, bench, state, deps)
            # A blind edit that leaves tests failing may lead into a dead end: whoever can read the
            # code is asked first, with that edit as a hint, and it is taken if they do no better.
            if found.mended and (found.won == len(report.failures) or proposer.origin != "search"):
                break
            brief = replace(brief, hint=_hint(found, len(report.failures)))
    await _keep_misses(brief, found, state, deps)
    nothing_left = found.best is None and not any(one.more for one in deps.proposers)
    deps.said(_account(found, report) + _skipped(deps))
    return {
        "shown": await _shown(brief, found.best, deps),
        "change": found.best,
        "nothing_left": nothing_left,
        "tiers": spent,
        "tallies": _tallies(brief, found, deps) if any(s.tier == "search" for s in spent) else None,
        "commit": "",
        "gate": (),
        "blocked": False,
        "after": None,
        "verdict": None,
        "retries": 0,
        "why": found.why,
    }


def _account(found: _Found, report: Report) -> str:
    if found.best is None:
        return found.why or "no proposer had an idea"
    return (
        f"{found.best.origin}: {found.won} of {len(report.failures)} failing tests pass "
        f"({count(found.offered, 'candidate')})"
    )


def _skipped(deps: Deps) -> str:
    skipped = sum(one.skipped for one in deps.proposers if isinstance(one, Search))
    return f"; {count(skipped, 'candidate')} known to fail not tried again" if skipped else ""


async def _keep_misses(brief: Brief, found: _Found, state: RunState, deps: Deps) -> None:
    """Remember what was tried in vain, so that no later run tries it on the same files."""
    digests = [one for p in deps.proposers if isinstance(p, Search) for one in p.take_misses()]
    digests += found.missed
    if digests:
        key = use_key(state["run_id"], state["iteration"])
        await deps.memory.missed(of_result(brief.failure), brief.version, key, digests)


def _tallies(brief: Brief, found: _Found, deps: Deps) -> Tallies | None:
    """Return how the operators of a search fared, for memory; the winner is its own change."""
    counts = next((one.tallies for one in deps.proposers if isinstance(one, Search)), {})
    if found.best is None or found.best.origin != "search":
        counts = {name: (tried, 0) for name, (tried, _) in counts.items()}
    return Tallies(kind=of_result(brief.failure).kind, counts=counts) if counts else None


def _hint(found: _Found, failing: int) -> str:
    """Return what the next tier should know of the best candidate so far."""
    if found.lead is None:
        return ""
    won, change = found.lead
    return f"This change makes {won} of {failing} failing tests pass:\n{cut(change.diff, 600)}"


async def _shown(brief: Brief, best: Change | None, deps: Deps) -> Shown | None:
    """Return what a question about a model's change begins with; of others none is asked."""
    model = model_for(deps, "strong", "reflector")
    if model is None or best is None or best.origin in SPEECHLESS:
        return None
    return context(brief, await context_of(model), deps.settings.models.max_output_tokens)


async def _known_to_fail(brief: Brief, state: RunState, deps: Deps) -> set[str]:
    """Return fingerprints: of changes that failed before, and of those that won nothing on just
    these files; with other code around it such a one may help.
    """
    found = state.get("signature")
    known = await deps.memory.known_bad(found) if found else frozenset()
    missed = await deps.memory.misses(of_result(brief.failure), brief.version)
    tried = (a.fingerprint for a in state.get("attempts", []) if a.fingerprint)
    return {*known, *(one.hex() for one in missed), *tried}


@asynccontextmanager
async def _counted(
    proposer: Proposer, found: _Found, bench: PatchBench, spent: list[TierUse], deps: Deps
) -> AsyncIterator[None]:
    """Note what a tier does and costs."""
    offered, tried = found.offered, bench.tried
    before, seconds = deps.meter.step, deps.meter.seconds
    yield
    use = deps.meter.step - before + Use(seconds=deps.meter.seconds - seconds)
    if bench.tried > tried or found.offered > offered:
        done = TierUse(
            tier=proposer.origin,
            candidates=bench.tried - tried,
            use=use,
            result="mends the failure" if found.mended else one_line(found.why, 200),
        )
        spent.append(done)
        await deps.bus.emit(TierSpent(spent=done))


async def _climb(
    proposer: Proposer,
    brief: Brief,
    found: _Found,
    bench: PatchBench,
    state: RunState,
    deps: Deps,
) -> None:
    """Try what one proposer offers, until the failure at hand is mended."""
    async for candidate in proposer.propose(brief):
        found.offered += 1
        await _try(candidate, found, bench, state, deps)
        if found.mended:
            return


async def _try(
    candidate: Change | Unusable, found: _Found, bench: PatchBench, state: RunState, deps: Deps
) -> None:
    tell = partial(_tell, deps, state["iteration"], found.offered, candidate)
    if isinstance(candidate, Unusable):
        found.why = candidate.reason
        return await tell(f"unusable: {candidate.reason}")
    if refusal := bench.refusal(candidate):
        found.why = refusal
        return await tell(f"not tried: {refusal}")
    told = await bench.run(candidate)
    after = told.report
    where = deps.suite.where if told.level == "cold" else f"a warm worker, {told.level}"
    await deps.bus.emit(SuiteRan(purpose="candidate", report=after, where=where))
    won = sum(1 for test in bench.failing if passes(after, test))
    await tell(f"{won} of {len(bench.failing)} failing tests pass")
    mended = passes(after, bench.failing[0])
    if won and (found.lead is None or won > found.lead[0]):
        found.lead = (won, candidate)
    # A blind edit that wins something else and not the failure at hand has mostly met the tests
    # by chance: it is a hint for the next tier, and nothing to build on.
    if won > found.won and (mended or candidate.origin != "search"):
        found.best, found.won = candidate, won
        found.why = "" if won == len(bench.failing) else _why(after)
    found.mended = mended
    if not won and candidate.fingerprint and _is_telling(after, bench.failing):
        found.missed.append(bytes.fromhex(candidate.fingerprint))
    if candidate.card and not found.mended:
        key = use_key(state["run_id"], state["iteration"])
        await deps.memory.used(candidate.card, key, green=False, exact=not candidate.adapted)


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


def _is_telling(report: Report, failing: Sequence[str]) -> bool:
    """Tell whether the tests ran to their end: what ran out of time may do better another day."""
    return report.ending == "finished" and any(report.result(test) for test in failing)


def _why(report: Report) -> str:
    if report.failures:
        return one_line(f"{report.failures[0].id}: {report.failures[0].reason}", 300)
    return report.message or report.ending
