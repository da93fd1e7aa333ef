"""What earlier runs tried in vain is told; what this run tried itself is not news to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.telling import FAILURE, TASK, a_run, card
from verdigris.core.budget import Budget
from verdigris.edits.workspace import Workspace
from verdigris.settings import Settings
from verdigris.steps import audit
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState
from verdigris.suites.base import NoSuite
from verdigris.telemetry.bus import Bus
from verdigris.testing import InMemoryGraph, InMemoryStore


@pytest.mark.parametrize("failure", [None, FAILURE])
async def test_the_runs_own_attempts_neither_count_nor_crowd_out_those_of_others(
    tmp_path: Path, failure: object
) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "till.py").write_text("x = 0\n")
    workspace = Workspace(tmp_path / "work", "mine")
    graph, memory = InMemoryGraph(), InMemoryStore()
    tried = ["old-1", "old-2", *["mine"] * 20]
    for number, run in enumerate(tried, 1):
        made = card(number, run=run, green=False, at=number)
        await memory.put(made)
        await graph.write(a_run(run, made=made, number=number))
    deps = Deps(
        settings=Settings(), budget=Budget(), bus=Bus("mine", []), suite=NoSuite(),
        workspace=workspace, memory=memory, models={}, archive=tmp_path, graph=graph,
    )  # fmt: skip
    head = await workspace.start(tmp_path / "project")
    state = {"run_id": "mine", "task": TASK, "iteration": 21, "head": head, "signature": failure}
    findings = (await audit(RunState(**state), deps))["findings"]  # type: ignore[typeddict-item]
    assert {one.rule for one in findings} == {"memory/tried"}
    assert sorted(one.message.partition(",")[0] for one in findings) == [
        "this was tried in run old-1", "this was tried in run old-2",
    ]  # fmt: skip
