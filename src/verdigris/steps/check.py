"""The static gate, before the change is run in full: policy, Ruff, Bandit."""

from __future__ import annotations

from verdigris.checks.gate import blocked, check_change
from verdigris.core.events import Checked
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def check(state: RunState, deps: Deps) -> RunState:
    change = state["change"]
    assert change is not None, "the graph sends only changes here"
    findings = tuple(await check_change(change, deps.settings.checks))
    stop = blocked(findings)
    await deps.bus.emit(Checked(findings=findings, blocked=stop))
    deps.said(f"{len(findings)} new findings" if findings else "nothing new found")
    why = f"the gate blocked it: {findings[0]}" if stop else state.get("why", "")
    return {"gate": findings, "blocked": stop, "why": why}
