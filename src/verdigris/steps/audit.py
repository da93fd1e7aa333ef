"""Look the suspected files over by rule. What is noticed informs the prompt; nothing is blocked."""

from __future__ import annotations

from collections.abc import Sequence

from verdigris.checks import policy
from verdigris.core.events import Audited
from verdigris.core.finding import Finding
from verdigris.core.text import count, listed, one_line
from verdigris.steps.briefing import editable_files
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState

_TOLD = 3
"""Earlier attempts that are told of."""
_READ = 10
"""Attempts that are looked at for these, besides the run's own."""


async def audit(state: RunState, deps: Deps) -> RunState:
    tree = await deps.workspace.tree(state["head"])
    found: list[Finding] = []
    for path, text in editable_files(tree, state.get("places", ())).items():
        if path.endswith(".py"):
            found.extend(policy.audit(text, path))
    found.extend(await _tried(state, deps))
    findings = tuple(found)
    await deps.bus.emit(Audited(findings=findings))
    deps.said(count(len(findings), "finding") if findings else "nothing noticed")
    return {"findings": findings}


async def _tried(state: RunState, deps: Deps) -> list[Finding]:
    """Return what earlier runs tried in vain: on this failure or, where none is at hand, on any of
    this project's. What foreign cards claim is left out: it would reach a prompt.
    """
    failure, run = state.get("signature"), state["run_id"]
    most = _READ + state.get("iteration", 0)
    if failure is None:
        known = await deps.graph.tried(state["task"].project, limit=most)
        found = [
            _finding(fix.files[0], fix.run, fix.failure, fix.broken, fix.verification)
            for fix in known
            if fix.files and fix.run != run
        ]
    else:
        cards = await deps.memory.by_signature(failure, limit=most)
        found = [
            _finding(card.files_changed[0], card.run_id, "", card.broken, card.verification)
            for card in cards
            if not (card.green or card.foreign) and card.files_changed and card.run_id != run
        ]
    return found[:_TOLD]


def _finding(path: str, run: str, failure: str, broken: Sequence[str], verdict: str) -> Finding:
    what = f"for {one_line(failure, 120)}" if failure else "for the same failure"
    broke = f" and broke {listed(broken)}" if broken else ""
    said = "" if broken else f": {one_line(verdict, 200)}" if verdict else ""
    return Finding(
        rule="memory/tried",
        severity="warn",
        path=path,
        message=f"this was tried in run {run}, {what}; it did not help{broke}{said}",
        cure="Try something else.",
    )
