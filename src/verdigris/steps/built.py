"""What a verdict has to say beyond comparing reports where a program was built from a goal."""

from __future__ import annotations

from functools import partial

from verdigris.building.mutation import measure
from verdigris.checks.honest import passes
from verdigris.core.building import Strength
from verdigris.core.decision import UNVERIFIED
from verdigris.core.events import StrengthMeasured
from verdigris.core.report import Report
from verdigris.core.text import listed
from verdigris.core.verdict import Verdict
from verdigris.errors import VerdigrisError
from verdigris.languages import language
from verdigris.languages.base import Language
from verdigris.steps.briefing import read_text
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState, is_untested, unwritten
from verdigris.steps.trying.in_time import seconds_left
from verdigris.suites.warm.trials import Trials


async def as_built(verdict: Verdict, after: Report, state: RunState, deps: Deps) -> Verdict:
    """Return the verdict on a build: nothing unfinished, and something that could be trusted."""
    blueprint = state.get("blueprint")
    if blueprint is None or state["task"].into:
        return verdict
    reasons: list[str] = []
    if is_untested(state):
        reasons.append(UNVERIFIED)
    if any(one.trusted for one in state.get("agreements", ())):
        reasons += verdict.reasons
    if missing := unwritten(state):
        reasons.append(f"not written yet: {listed(missing)}")
    tongue = language(blueprint.language)
    reasons += _silent(verdict, after, state, tongue)
    tree = await deps.workspace.tree(state["commit"])
    for part in blueprint.parts:
        empty = tongue.stubs_in(read_text(tree, part.path) or "")
        # Only what was planned: an empty method of a class may be meant so.
        if names := [one.name for one in part.functions if one.name in empty]:
            reasons.append(f"not written yet in {part.path}: {listed(names)}")
    if tuple(reasons) == verdict.reasons:
        return verdict
    return verdict.model_copy(update={"green": False, "reasons": tuple(reasons)})


def _silent(verdict: Verdict, after: Report, state: RunState, tongue: Language) -> list[str]:
    """Say which trusted tests did not pass and are not told of yet: those that did not run."""
    blueprint = state.get("blueprint")
    told = {*verdict.still_failing, *verdict.broken}
    ids = [
        tongue.test_id(part, check)
        for one in state.get("agreements", ())
        for check in one.trusted
        if blueprint and (part := blueprint.part(check.part))
    ]
    silent = [test for test in ids if test not in told and not passes(after, test)]
    return [f"trusted tests that did not pass: {listed(silent)}"] if silent else []


def is_first_version(state: RunState, after: Report) -> bool:
    """Tell whether this is the first code of a build that ran to its end: better than stubs."""
    drafted = bool(state.get("agreements")) and state["head"] == state["base"]
    return drafted and after.ending == "finished"


async def strength_of(state: RunState, deps: Deps, commit: str) -> Strength | None:
    """Measure how many small faults the trusted tests of a build notice; None for other jobs."""
    blueprint, own = state.get("blueprint"), deps.settings.build
    if blueprint is None or state["task"].into or not own.mutants:
        return None
    seconds, over, left = own.mutation_seconds, "", seconds_left(deps)
    if left is not None and left < seconds:
        seconds, over = left, "the time limit of the run was reached"
    tree = await deps.workspace.tree(commit)
    texts = {part.path: read_text(tree, part.path) or "" for part in blueprint.parts}
    copy = partial(deps.workspace.fresh, commit)
    try:
        async with Trials(deps.suite, copy) as trials:
            found = await measure(
                trials,
                language(blueprint.language),
                texts,
                limit=own.mutants,
                seconds=seconds,
                test_seconds=own.test_seconds,
                over=over,
            )
    except VerdigrisError as error:  # the verdict stands without it
        found = Strength(mutants=0, killed=0, note=str(error))
    await deps.bus.emit(StrengthMeasured(strength=found))
    return found
