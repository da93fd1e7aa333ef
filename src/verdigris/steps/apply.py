"""Make the change a commit of the run's own history. The user's tree is not touched."""

from __future__ import annotations

from verdigris.core.events import ChangeApplied
from verdigris.edits.archive import Archive
from verdigris.edits.guard import require_allowed, require_inside
from verdigris.errors import ModelMistake
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def apply(state: RunState, deps: Deps) -> RunState:
    change = state["change"]
    assert change is not None, "the graph sends only changes here"
    iteration = state["iteration"]
    try:
        require_allowed(change, deps.settings.edits)
        require_inside(change, await deps.workspace.tree(state["head"]))
    except ModelMistake as mistake:
        deps.said(str(mistake))
        return {"commit": "", "why": str(mistake)}
    message = (
        f"iteration {iteration}: {change.origin}\n\n"
        f"Verdigris-Run: {state['run_id']}\nVerdigris-Iteration: {iteration}\n"
        f"Verdigris-Step: apply\nVerdigris-Origin: {change.origin}\n"
        f"Verdigris-Fingerprint: {change.fingerprint}\n"
    )  # the verdict and what it cost are added once they are known
    commit = await deps.workspace.commit(state["head"], change, message)
    Archive(deps.archive).applied(iteration, change, commit)
    await deps.bus.emit(ChangeApplied(change=change, commit=commit))
    deps.said(f"{', '.join(change.paths)} at {commit[:10]}")
    return {"commit": commit}
