"""The static gate, before the change is run in full: policy, Ruff, Bandit."""

from __future__ import annotations

from verdigris.checks.gate import blocked, check_change
from verdigris.core.events import Checked, Warned
from verdigris.core.text import count
from verdigris.errors import SandboxUnavailable
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def check(state: RunState, deps: Deps) -> RunState:
    change = state["change"]
    assert change is not None, "the graph sends only changes here"
    try:
        findings = tuple(await check_change(change, deps.settings.checks))
    except SandboxUnavailable as error:
        # A linter that cannot run says nothing about the change; the policy already let it pass.
        await deps.bus.emit(Warned(message=str(error)))
        findings = ()
    stop = blocked(findings)
    await deps.bus.emit(Checked(findings=findings, blocked=stop))
    deps.said(count(len(findings), "new finding") if findings else "nothing new found")
    why = f"the gate blocked it: {findings[0]}" if stop else state.get("why", "")
    return {"gate": findings, "blocked": stop, "why": why}
