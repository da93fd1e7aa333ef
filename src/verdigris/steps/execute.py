"""The full suite on the changed project: a fresh copy, a cold process, and the verdict on it."""

from __future__ import annotations

from verdigris.checks.honest import judge, without
from verdigris.core import signature
from verdigris.core.budget import Use
from verdigris.core.events import FailureSeen, SuiteRan, VerdictReached, Warned
from verdigris.core.report import Report
from verdigris.core.text import one_line, tidy
from verdigris.core.verdict import Verdict
from verdigris.errors import SandboxUnavailable
from verdigris.steps.built import as_built, is_first_version, strength_of
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState
from verdigris.steps.trying.proof import prove


async def execute(state: RunState, deps: Deps) -> RunState:
    try:
        async with deps.workspace.fresh(state["commit"]) as tree:
            after = without(await deps.suite.run(tree), state.get("flaky", ()))
        problem = after.message if after.infrastructure else ""
    except SandboxUnavailable as error:
        after, problem = None, str(error)
    if after is None or problem:
        return await _again(state, deps, problem)
    await deps.bus.emit(SuiteRan(purpose="execute", report=after, where=deps.suite.where))
    try:
        verdict = await _verdict(state, deps, after)
    except SandboxUnavailable as error:
        return await _again(state, deps, str(error))
    await deps.bus.emit(VerdictReached(verdict=verdict, report=after))
    deps.said(verdict.summary())
    worth = verdict.green or is_first_version(state, after) or _won_ground(state, after)
    commit = await _judged(state, deps, verdict, "progress" if worth else "red")
    update: RunState = {
        "strength": await strength_of(state, deps, commit) if verdict.green else None,
        "commit": commit,
        "after": after,
        "verdict": verdict,
        "why": "" if verdict.green else verdict.summary(),
    }
    if worth:
        # Worth building on: the next iteration starts from here.
        left = signature.of_report(after)
        if left is not None:
            await deps.bus.emit(FailureSeen(signature=left))
        return {**update, "head": commit, "current": after, "signature": left}
    await deps.workspace.rewind(state["head"])
    return update


async def _verdict(state: RunState, deps: Deps, after: Report) -> Verdict:
    before = state.get("before") or Report(command=after.command)
    tried = state["change"]
    assert tried is not None, "the graph sends only changes here"
    change = await deps.workspace.difference(state["base"], state["commit"], tried.origin)
    verdict = judge(before, after, change, allow_test_edits=deps.settings.edits.allow_test_edits)
    if verdict.green and change is not None:
        commits = (state["base"], state["commit"])
        verdict = await prove(verdict, before, change, commits, deps, state.get("flaky", ()))
    verdict = await as_built(verdict, after, state, deps)
    return verdict.model_copy(update={"findings": state.get("gate", ())})


async def _judged(state: RunState, deps: Deps, verdict: Verdict, short: str) -> str:
    """Write the verdict into the change's commit; return the commit that has it.

    What was used is what the state says, so doing this again gives the same commit.
    """
    use = state.get("use", Use())
    said = "green" if verdict.green else f"{short}: {one_line(verdict.summary(), 200)}"
    trailers = {
        "Verdigris-Verdict": tidy(said),
        "Verdigris-Tokens": str(use.tokens),
        "Verdigris-Cost": f"{use.cost:.6f}",
        "Verdigris-Seconds": f"{use.seconds:.1f}",
    }
    return await deps.workspace.judged(state["commit"], trailers)


def _won_ground(state: RunState, after: Report) -> bool:
    current = state.get("current")
    return (
        current is not None and after.ending == "finished" and judge(current, after, None).progress
    )


async def _again(state: RunState, deps: Deps, problem: str) -> RunState:
    retries = state.get("retries", 0) + 1
    deps.said(f"the tests could not be run: {problem}")
    if retries <= deps.settings.suite.retries:
        await deps.bus.emit(Warned(message=f"The tests could not be run ({problem}); again."))
        return {"retries": retries}
    reason = f"the tests could not be run: {problem}"
    verdict = Verdict(green=False, reasons=(reason,))
    commit = await _judged(state, deps, verdict, "unknown")
    await deps.workspace.rewind(state["head"])
    return {"retries": retries, "commit": commit, "why": reason, "verdict": verdict}
