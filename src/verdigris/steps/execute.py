"""The full suite on the changed project: a fresh copy, a cold process, and the verdict on it."""

from __future__ import annotations

from verdigris.checks.honest import judge
from verdigris.core import signature
from verdigris.core.events import FailureSeen, SuiteRan, VerdictReached, Warned
from verdigris.core.report import Report
from verdigris.core.verdict import Verdict
from verdigris.errors import SandboxUnavailable
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def execute(state: RunState, deps: Deps) -> RunState:
    try:
        async with deps.workspace.fresh(state["commit"]) as tree:
            after = await deps.suite.run(tree)
        problem = after.message if after.infrastructure else ""
    except SandboxUnavailable as error:
        after, problem = None, str(error)
    if after is None or problem:
        return await _again(state, deps, problem)
    await deps.bus.emit(SuiteRan(purpose="execute", report=after, where=deps.suite.where))
    verdict = await _verdict(state, deps, after)
    await deps.bus.emit(VerdictReached(verdict=verdict, report=after))
    deps.said(verdict.summary())
    update: RunState = {
        "after": after,
        "verdict": verdict,
        "why": "" if verdict.green else verdict.summary(),
    }
    if verdict.green or _won_ground(state, after):
        # Worth building on: the next iteration starts from here.
        left = signature.of_report(after)
        if left is not None:
            await deps.bus.emit(FailureSeen(signature=left))
        return {**update, "head": state["commit"], "current": after, "signature": left}
    await deps.workspace.rewind(state["head"])
    return update


async def _verdict(state: RunState, deps: Deps, after: Report) -> Verdict:
    before = state.get("before") or Report(command=after.command)
    tried = state["change"]
    assert tried is not None, "the graph sends only changes here"
    change = await deps.workspace.difference(state["base"], state["commit"], tried.origin)
    return judge(before, after, change, allow_test_edits=deps.settings.edits.allow_test_edits)


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
    await deps.workspace.rewind(state["head"])
    reason = f"the tests could not be run: {problem}"
    return {
        "retries": retries,
        "why": reason,
        "verdict": Verdict(green=False, reasons=(reason,)),
    }
