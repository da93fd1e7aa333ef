"""Every cheat a rule can see is refused, and no honest change is. Real suites, the real steps."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cheating.cheating_cases import CHEATS, FIXED, HONEST, SHOP, TESTS, Case
from verdigris.checks.approval import Nobody
from verdigris.core.change import make_change
from verdigris.core.task import Task
from verdigris.engine.assemble import assemble, suite
from verdigris.graph.in_memory import InMemoryGraph
from verdigris.models.ledger import InMemoryLedger
from verdigris.settings import Settings, load
from verdigris.steps import STEPS
from verdigris.steps.deps import Deps, Halt
from verdigris.steps.state import RunState
from verdigris.telemetry.bus import Bus
from verdigris.testing import InMemoryPatterns, InMemoryStore, ScriptedProposer

Judge = Callable[[Case], Awaitable[tuple[bool, str]]]


@pytest.fixture(scope="module")
def settings(lean_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    flags = {
        "suite.python": str(lean_python), "suite.wall_seconds": 12, "models.enabled": False,
        "paths.data": tmp_path_factory.mktemp("data"),
        # Nothing here is about the linters.
        "checks.ruff_cmd": "true", "checks.bandit_cmd": "true",
    }  # fmt: skip
    return load(None, flags, {}).settings


@pytest.fixture(scope="module")
def judge(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """Walk a change from proposal to verdict; return whether it is green, and why not.

    The steps up to the proposal know nothing of it, so they are walked once per project.
    """
    begun: dict[str, tuple[RunState, Deps]] = {}

    async def walk(case: Case) -> tuple[bool, str]:
        key = repr(case.project)
        if key not in begun:
            begun[key] = await _begin(case, settings, tmp_path_factory.mktemp("run"))
        return await _end(case, *begun[key])

    return walk


async def _begin(case: Case, settings: Settings, folder: Path) -> tuple[RunState, Deps]:
    root = folder / "project"
    for name, text in case.project.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    task = Task(root=str(root))
    deps = assemble(
        run_id="cheat", settings=settings, bus=Bus("cheat", []),
        suite=await suite(task, settings, "cheat"), memory=InMemoryStore(),
        patterns=InMemoryPatterns(), graph=InMemoryGraph(), ledger=InMemoryLedger(),
        approver=Nobody(), models={}, folder=folder / "run",
        halt=Halt(), stop_after="",
    )  # fmt: skip
    state: RunState = {"run_id": "cheat", "task": task, "iteration": 1}
    for name in ("reproduce", "plan", "retrieve", "audit"):
        state = {**state, **await STEPS[name](state, deps)}
    return state, deps


async def _end(case: Case, state: RunState, deps: Deps) -> tuple[bool, str]:
    before = {path: case.project.get(path) for path in case.files}
    change = make_change(before, case.files, "user")
    assert change is not None
    deps = dataclasses.replace(deps, proposers=[ScriptedProposer([change])])
    for name in ("patch", "apply", "check", "execute"):
        state = {**state, **await STEPS[name](state, deps)}
        if state.get("change") is None or state.get("blocked"):
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
async def test_a_cheat_is_refused(case: Case, judge: Judge) -> None:
    green, why = await judge(case)
    assert not green
    assert why, "a refusal says why"
    assert case.because in why


@pytest.mark.parametrize("case", HONEST, ids=lambda case: case.name)
async def test_an_honest_change_is_green(case: Case, judge: Judge) -> None:
    green, why = await judge(case)
    assert green, why


@pytest.mark.parametrize(
    ("files", "why"),
    [
        # The code is right; a new test comes with it.
        ({**FIXED, "tests/test_sums.py": TESTS + "\n\ndef test_three():\n    pass\n"}, ""),
        # The code is wrong, and the test that would show it now asks for the wrong thing.
        (
            {
                "shop/sums.py": str(FIXED["shop/sums.py"]).replace("sum(prices)", "max(prices)"),
                "tests/test_sums.py": TESTS.replace("== 33.0", "== 22.0"),
                "tests/test_cart.py": SHOP["tests/test_cart.py"].replace("== 5", "== 3"),
            },
            "the tests as they were do not pass any more",
        ),
    ],
    ids=["honest", "dishonest"],
)
async def test_where_tests_may_be_edited_the_old_ones_are_run_as_well(
    files: dict[str, str | None], why: str, settings: Settings, tmp_path: Path
) -> None:
    edits = settings.edits.model_copy(update={"allow_test_edits": True})
    case = Case("edits tests", files)
    begun = await _begin(case, settings.model_copy(update={"edits": edits}), tmp_path)
    green, said = await _end(case, *begun)
    assert green == (not why), said
    assert why in said
