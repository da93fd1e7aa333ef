"""Whether tasks are found sound or not, and why; through real runs of their tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from small_tasks import BROKEN, MENDED, SHEET, VISIBLE, Put

from verdigris.evals.judging.validate import Soundness, check, validate
from verdigris.evals.tasks.reading import read_task
from verdigris.settings import Settings, load


@pytest.fixture
def settings(lean_python: Path) -> Settings:
    return load(flags={"suite.python": str(lean_python)}).settings


async def found(folder: Path, settings: Settings) -> Soundness:
    return await check(read_task(folder), settings)


async def test_a_sound_task_is_found_sound(put: Put, settings: Settings) -> None:
    soundness = await found(put(), settings)
    assert soundness.sound, soundness.faults
    assert soundness.failing == ("test_twice.py::test_three",)


SPECIAL = "def double(n):\n    return 6 if n == 3 else n + 2\n"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        pytest.param(
            {"repo/twice.py": MENDED}, "visible tests do not fail before", id="not broken"
        ),
        pytest.param({"solution/twice.py": BROKEN}, "visible tests do not pass", id="no solution"),
        pytest.param({"solution/twice.py": SPECIAL}, "hidden tests do not pass", id="special case"),
        pytest.param(
            {"hidden/test_hidden_twice.py": "def test_nothing():\n    assert True\n"},
            "hidden tests do not fail before",
            id="hidden tests see nothing",
        ),
        pytest.param({"solution/twice.py": None}, "no solution/", id="solution missing"),
        pytest.param({"hidden/test_hidden_twice.py": None}, "no hidden/", id="hidden missing"),
    ],
)
async def test_an_unsound_task_is_told_with_the_reason(
    put: Put, settings: Settings, files: dict[str, str | None], said: str
) -> None:
    soundness = await found(put(**files), settings)
    assert any(said in fault for fault in soundness.faults), soundness.faults


async def test_a_task_that_hangs_is_sound_within_its_own_time_out(
    put: Put, settings: Settings
) -> None:
    sheet = (put() / "task.toml").read_text().replace("= 20", "= 4")
    endless = "def double(n):\n    while n != 2:\n        pass\n    return 4\n"
    soundness = await found(put(**{"task.toml": sheet, "repo/twice.py": endless}), settings)
    assert soundness.sound, soundness.faults


async def test_hidden_tests_written_for_pytest_judge_a_project_with_unittest(
    put: Put, settings: Settings
) -> None:
    case = (
        "import unittest\nfrom twice import double\n\n\nclass Twice(unittest.TestCase):\n"
        "    def test_three(self):\n        self.assertEqual(double(3), 6)\n"
    )
    soundness = await found(put(**{"repo/test_twice.py": case}), settings)
    assert soundness.sound, soundness.faults


@pytest.mark.parametrize(
    "command",
    ["python -m pytest -q test_twice.py::test_three", "pytest ."],
)
async def test_a_command_that_names_the_visible_tests_is_not_how_the_hidden_ones_are_run(
    put: Put, settings: Settings, command: str
) -> None:
    sheet = (put() / "task.toml").read_text() + f'test_cmd = "{command}"\n'
    narrow = put(**{"task.toml": sheet, "solution/twice.py": SPECIAL})
    assert any(
        "hidden tests do not pass" in fault for fault in (await found(narrow, settings)).faults
    )


async def test_a_command_that_leaves_the_hidden_tests_out_is_told(
    put: Put, settings: Settings
) -> None:
    command = "sh -c 'python -m pytest test_twice.py'"
    sheet = (put() / "task.toml").read_text() + f'test_cmd = "{command}"\n'
    soundness = await found(put(**{"task.toml": sheet}), settings)
    assert "its command runs none of the hidden tests" in soundness.faults, soundness


async def test_all_tasks_are_checked_and_none_is_written_to(put: Put, settings: Settings) -> None:
    folders = [put("one"), put("two", **{"repo/twice.py": MENDED})]
    before = {path: path.stat().st_mtime_ns for folder in folders for path in folder.rglob("*")}
    tasks = [read_task(folder) for folder in folders]
    outcomes = {each.task: each.sound async for each in validate(tasks, settings)}
    assert outcomes == {"one": True, "two": False}
    assert {p: p.stat().st_mtime_ns for folder in folders for p in folder.rglob("*")} == before


@pytest.mark.thorough
def test_the_command_tells_each_task_and_fails_for_an_unsound_one(
    put: Put, lean_python: Path
) -> None:
    put("good"), put("poor", **{"repo/test_twice.py": VISIBLE.replace("== 6", "== 5")})
    words = [sys.executable, "-m", "verdigris", "eval", "validate", put().parent,
             "--python", lean_python]  # fmt: skip
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "ok    good" in done.stdout and "FAULT poor" in done.stdout
    assert "2 of 3 tasks are sound" in done.stdout


async def test_a_task_that_cannot_be_solved_has_nothing_but_failing_tests(
    put: Put, settings: Settings
) -> None:
    sheet = (put() / "task.toml").read_text() + 'expect = "not_green"\n'
    told = await found(put(**{"task.toml": sheet}), settings)
    assert [fault.split(", ")[0] for fault in told.faults] == ["it cannot be solved"] * 2
    bare: dict[str, str | None] = {
        "task.toml": SHEET.format(id="bare") + 'expect = "not_green"\n',
        "solution/twice.py": None,
        "hidden/test_hidden_twice.py": None,
    }
    assert (await found(put("bare", **bare), settings)).sound
    passing = await found(put("bare", **bare, **{"repo/twice.py": MENDED}), settings)
    assert "do not fail before" in passing.faults[0]
