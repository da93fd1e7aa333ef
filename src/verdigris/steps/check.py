"""The static gate, before the change is run in full: policy, new imports, Ruff, Bandit."""

from __future__ import annotations

from pathlib import Path

from verdigris.checks.environment import Surroundings
from verdigris.checks.gate import blocked, check_change
from verdigris.core.events import Checked
from verdigris.core.text import count
from verdigris.settings import Machine
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def check(state: RunState, deps: Deps) -> RunState:
    change = state["change"]
    assert change is not None, "the graph sends only changes here"
    surroundings = Surroundings(
        tree=await deps.workspace.tree(state["head"]),
        root=Path(state["task"].root),
        python=deps.settings.suite.python,
        machine=Machine.current(),
    )
    findings = tuple(await check_change(change, deps.settings.checks, surroundings, deps.approver))
    stop = blocked(findings)
    await deps.bus.emit(Checked(findings=findings, blocked=stop))
    deps.said(count(len(findings), "new finding") if findings else "nothing new found")
    why = state.get("why", "")
    if stop:
        first = next(finding for finding in findings if finding.severity == "block")
        why = f"the gate blocked it: {first}. {first.cure}".rstrip()
    return {"gate": findings, "blocked": stop, "why": why}
