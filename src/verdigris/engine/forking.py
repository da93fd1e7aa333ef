"""A new run from the state of an older one after one of its steps. The two share nothing after."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from verdigris.core.task import Task
from verdigris.engine.checkpoints import checkpoint_file
from verdigris.engine.graph import build_graph
from verdigris.engine.handing_over import claim
from verdigris.engine.history import FORK, Past, past_of, workspace_of
from verdigris.engine.runs import make_folder, run_folder
from verdigris.errors import UserError
from verdigris.settings import Settings


async def fork_run(settings: Settings, run_id: str, number: int, new_id: str) -> Task:
    """Make a run that stands where another stood after step `number`; return its task.

    What it builds gets a folder of its own beside the other's. Model answers are not taken along,
    so the same question may be answered differently.
    """
    past = past_of(settings, run_id)
    moment, state = past.at(number)
    _require_open(past, run_id, number)
    folder = run_folder(settings, new_id)
    make_folder(folder)
    tried = [moment.commit] if moment.commit else []
    await workspace_of(settings, run_id).fork(
        folder / "workspace", new_id, state.get("head") or state["base"], tried
    )
    (folder / FORK).write_text(json.dumps({"run_id": run_id, "step": number}), "utf-8")
    config: Any = {"configurable": {"thread_id": new_id}}
    task = _elsewhere(state["task"])
    values: Any = {**state, "run_id": new_id, "task": task}
    with checkpoint_file(folder / "checkpoints.db") as saver:
        await build_graph(saver).aupdate_state(config, values, as_node=moment.step)
    return task


def _elsewhere(task: Task) -> Task:
    if task.job != "build" or task.into:
        return task
    root = Path(task.root)
    return task.model_copy(update={"root": str(claim(root.parent, root.name))})


def _require_open(past: Past, run_id: str, number: int) -> None:
    moment, state = past.at(number)
    decision = state.get("decision")
    if moment.step == "decide" and decision is not None and decision.green:
        earlier = next((m.number for m in past.moments if m.step == "retrieve"), number - 1)
        raise UserError(
            f"Run {run_id} was green at step {number}; nothing is left to do from there.",
            hint=f"An earlier step leaves something to do: verdigris fork {run_id} {earlier}",
        )
