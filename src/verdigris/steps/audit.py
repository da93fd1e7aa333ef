"""Look the suspected files over by rule. What is noticed informs the prompt; nothing is blocked."""

from __future__ import annotations

from verdigris.checks import policy
from verdigris.core.events import Audited
from verdigris.core.finding import Finding
from verdigris.core.text import count
from verdigris.steps.briefing import editable_files
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def audit(state: RunState, deps: Deps) -> RunState:
    tree = await deps.workspace.tree(state["head"])
    found: list[Finding] = []
    for path, text in editable_files(tree, state.get("places", ())).items():
        if path.endswith(".py"):
            found.extend(policy.audit(text, path))
    findings = tuple(found)
    await deps.bus.emit(Audited(findings=findings))
    deps.said(count(len(findings), "finding") if findings else "nothing noticed")
    return {"findings": findings}
