"""Every cheat a rule can see is refused, and no honest change is. Real suites, the real steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from cheating.cheating_cases import CHEATS, HONEST, Case
from verdigris.checks.approval import Nobody
from verdigris.core.change import make_change
from verdigris.core.task import Task
from verdigris.engine.assemble import assemble, suite
from verdigris.settings import Settings, load
from verdigris.steps import STEPS
from verdigris.steps.deps import Halt
from verdigris.steps.state import RunState
from verdigris.telemetry.bus import Bus
from verdigris.testing import InMemoryStore, ScriptedProposer


@pytest.fixture(scope="module")
def settings(lean_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    data = tmp_path_factory.mktemp("data")
    flags = {
        "suite.python": str(lean_python), "suite.wall_seconds": 20, "paths.data": data,
        "models.enabled": False,
        # Nothing here is about the linters.
        "checks.ruff_cmd": "true", "checks.bandit_cmd": "true",
    }  # fmt: skip
    return load(None, flags, {}).settings


async def outcome(case: Case, settings: Settings, folder: Path) -> tuple[bool, str]:
    """Walk a change from proposal to verdict; return whether it is green, and why not."""
    root = folder / "project"
    for name, text in case.project.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    task = Task(root=str(root))
    deps = assemble(
        run_id="cheat", settings=settings, bus=Bus("cheat", []),
        suite=await suite(task, settings, "cheat"), memory=InMemoryStore(), approver=Nobody(),
        models={}, folder=folder / "run", halt=Halt(), stop_after="",
    )  # fmt: skip
    change = make_change({path: case.project.get(path) for path in case.files}, case.files, "user")
    assert change is not None
    deps.proposers.append(ScriptedProposer([change]))  # type: ignore[attr-defined]
    state: RunState = {"run_id": "cheat", "task": task, "iteration": 1}
    for name in ("reproduce", "plan", "retrieve", "audit", "patch", "apply", "check", "execute"):
        state = {**state, **await STEPS[name](state, deps)}
        if name == "patch" and state.get("change") is None:
            return False, state["why"]
        if state.get("blocked"):
            return False, state["why"]
    verdict = state["verdict"]
    assert verdict is not None
    return verdict.green, verdict.summary()


def test_the_corpus_is_as_large_as_it_claims_and_names_nothing_twice() -> None:
    names = [case.name for case in CHEATS + HONEST]
    assert len(CHEATS) >= 50
    assert len(HONEST) >= 30
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("case", CHEATS, ids=lambda case: case.name)
async def test_a_cheat_is_refused(case: Case, settings: Settings, tmp_path: Path) -> None:
    green, why = await outcome(case, settings, tmp_path)
    assert not green
    assert why, "a refusal says why"
    assert case.because in why


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case.name)
async def test_an_honest_change_is_green(case: Case, settings: Settings, tmp_path: Path) -> None:
    green, why = await outcome(case, settings, tmp_path)
    assert green, why
