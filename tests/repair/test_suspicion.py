"""How high the line that is really wrong stands among the suspects."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from fault_programs import ALONE, FAULTS, Fault, wrong_line
from fault_scene import Scene, watch


@pytest.fixture(scope="module")
def all_faults(tmp_path_factory: pytest.TempPathFactory, lean_python: Path) -> Scene:
    """One run of all programs at once; each is then localised by its own tests."""
    files = {name: text for fault in FAULTS for name, text in fault.files.items()}
    return asyncio.run(watch(tmp_path_factory.mktemp("faults") / "project", files, lean_python))


async def rank_in(scene: Scene, fault: Fault) -> int:
    _, localised = await scene.localise(f"test_{fault.name}.py")
    wrong = (f"{fault.name}.py", wrong_line(fault.code.lstrip()))
    assert wrong in [(s.path, s.line) for s in localised.suspects], localised.note
    return [(s.path, s.line) for s in localised.suspects].index(wrong) + 1


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
async def test_the_wrong_line_is_among_the_first(all_faults: Scene, fault: Fault) -> None:
    assert await rank_in(all_faults, fault) <= fault.within


@pytest.mark.parametrize("fault", ALONE, ids=lambda fault: fault.name)
async def test_what_breaks_the_run_itself_is_found_as_well(
    tmp_path: Path, lean_python: Path, fault: Fault
) -> None:
    scene = await watch(tmp_path / "project", fault.files, lean_python)
    assert await rank_in(scene, fault) <= fault.within
