"""Look the suspected files over by rule. What is noticed informs the prompt; nothing is blocked."""

from __future__ import annotations

from verdigris.checks import policy
from verdigris.core.events import Audited
from verdigris.core.finding import Finding
from verdigris.core.text import count, one_line
from verdigris.steps.briefing import editable_files
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState

_TOLD = 3
"""Earlier attempts that are told of."""


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
    """Return what earlier runs tried on this failure in vain. What foreign cards claim is left out:
    it would reach a prompt.
    """
    failure = state.get("signature")
    cards = await deps.memory.by_signature(failure, limit=10) if failure else []
    tried = [card for card in cards if not (card.green or card.foreign) and card.files_changed]
    return [
        Finding(
            rule="memory/tried",
            severity="warn",
            path=card.files_changed[0],
            message=f"run {card.run_id} changed this file for the same failure, in vain: "
            + one_line(card.verification or card.summary, 200),
            cure="Try something else.",
        )
        for card in tried[:_TOLD]
        if card.run_id != state["run_id"]
    ]
