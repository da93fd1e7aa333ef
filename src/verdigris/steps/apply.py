"""Make the change a commit of the run's own history. The user's tree is not touched."""

from __future__ import annotations

from verdigris.core.events import ChangeApplied
from verdigris.edits.guard import require_allowed
from verdigris.errors import ModelMistake
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def apply(state: RunState, deps: Deps) -> RunState:
    change = state["change"]
    assert change is not None, "the graph sends only changes here"
    iteration = state["iteration"]
    deps.archive.mkdir(parents=True, exist_ok=True)
    patch = deps.archive / f"{iteration:03d}.patch"
    patch.write_text(change.diff, "utf-8", newline="")
    try:
        require_allowed(change, deps.settings.edits)
    except ModelMistake as mistake:
        deps.said(str(mistake))
        return {"commit": "", "why": str(mistake)}
    message = (
        f"iteration {iteration}: {change.origin}\n\n"
        f"Verdigris-Run: {state['run_id']}\nVerdigris-Fingerprint: {change.fingerprint}\n"
    )
    commit = await deps.workspace.commit(state["head"], change, message)
    await deps.bus.emit(ChangeApplied(change=change, commit=commit))
    deps.said(f"{', '.join(change.paths)} at {commit[:10]}")
    return {"commit": commit}
