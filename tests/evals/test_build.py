"""Tasks to build something: read, checked, judged, and met by baselines and by the whole loop."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from build_tasks import GOAL, HIDDEN, SHEET, SOLUTION, TOWARDS_ZERO, Lay, answer
from small_tasks import BROKEN, MENDED, VISIBLE, laid

from verdigris.errors import ModelMistake, UserError
from verdigris.evals.entrants.exams import files_named, read_files
from verdigris.evals.figures.compare import compare
from verdigris.evals.figures.metrics import summarise
from verdigris.evals.jobs.running import Watching, run_eval
from verdigris.evals.judging.judge import judge_project
from verdigris.evals.judging.validate import Soundness, check
from verdigris.evals.keeping import Home, Record
from verdigris.evals.outcome import Judged
from verdigris.evals.plan import Plan
from verdigris.evals.reports.data import as_csv
from verdigris.evals.reports.page import as_html
from verdigris.evals.tasks.reading import EvalTask, read_task
from verdigris.settings import Settings, load


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Write a sound task into the suite `suite`, with some files changed; None leaves one out."""

    def write(name: str = "halves", goal: str = GOAL, **files: str | None) -> Path:
        parts: dict[str, str | None] = {
            "task.toml": SHEET.format(id=name, goal=goal),
            "hidden/test_hidden_halves.py": HIDDEN,
            "solution/halves.py": SOLUTION,
            **files,
        }
        return laid(tmp_path / "suite" / name, parts)

    return write


@pytest.fixture
def settings(lean_python: Path) -> Settings:
    return load(flags={"suite.python": str(lean_python)}).settings


# The sheet


def changed(lay: Lay, old: str, new: str) -> EvalTask:
    sheet = SHEET.format(id="halves", goal=GOAL)
    assert old in sheet
    return read_task(lay(**{"task.toml": sheet.replace(old, new)}))


def test_a_build_may_start_with_nothing_but_its_goal(lay: Lay) -> None:
    assert read_task(lay()).starts_empty
    assert not read_task(lay("stubs", **{"repo/halves.py": "def half(n): ...\n"})).starts_empty


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "build"', 'kind = "fix"', "no files in repo/"),
        ('"function"', '"token"', "difficulty 'token' is none for a task of kind 'build'"),
        ("timeout", 'expect = "not_green"\ntimeout', "has no tests in repo/"),
        ('"python"', '"cobol"', "field 'language'"),
    ],
)
def test_what_does_not_fit_a_build_is_refused(lay: Lay, old: str, new: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        changed(lay, old, new)


# Checking


async def found(folder: Path, settings: Settings) -> Soundness:
    return await check(read_task(folder), settings)


async def test_a_sound_build_is_found_sound(lay: Lay, settings: Settings) -> None:
    soundness = await found(lay(), settings)
    assert soundness.sound, soundness.faults


@pytest.mark.parametrize(
    ("files", "said"),
    [
        pytest.param(
            {"solution/halves.py": TOWARDS_ZERO}, "do not pass with the solution", id="solution"
        ),
        pytest.param(
            {"hidden/test_hidden_halves.py": "def test_nothing():\n    assert True\n"},
            "hidden tests do not fail before",
            id="hidden tests see nothing",
        ),
        pytest.param(
            {"solution/other.py": "X = 1\n"}, "the goal does not name other.py", id="no name"
        ),
        pytest.param(
            {"goal": GOAL.replace("== 3", "== 4")}, "contradicts what the goal shows", id="example"
        ),
        pytest.param({"solution/halves.py": None}, "no solution/", id="solution missing"),
    ],
)
async def test_an_unsound_build_is_told_with_the_reason(
    lay: Lay, settings: Settings, files: dict[str, Any], said: str
) -> None:
    soundness = await found(lay(**files), settings)
    assert any(said in fault for fault in soundness.faults), soundness.faults


async def test_stubs_with_tests_are_checked_like_a_fix(lay: Lay, settings: Settings) -> None:
    visible = "from halves import half\n\n\ndef test_seven():\n    assert half(7) == 3\n"
    stub = "def half(n):\n    raise NotImplementedError\n"
    soundness = await found(
        lay(**{"repo/halves.py": stub, "repo/test_halves.py": visible}), settings
    )
    assert soundness.sound, soundness.faults
    assert soundness.failing == ("test_halves.py::test_seven",)


# Judging


async def judged(
    folder: Path, project: Path, settings: Settings, files: dict[str, str], **more: bool
) -> Judged:
    project.mkdir()
    for path, text in files.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text)
    return await judge_project(read_task(folder), project, settings, **more)


EXIT = "import os\n\n\ndef pytest_sessionfinish():\n    os._exit(0)\n"


async def test_the_set_up_that_a_program_brings_along_neither_helps_nor_harms_it(
    lay: Lay, tmp_path: Path, settings: Settings
) -> None:
    own = {
        "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--collect-only'\n",
        "conftest.py": EXIT,
        "tests/test_halves.py": "def test_wrong():\n    assert False\n",
        "README.md": "# Halves\n",
    }
    good = await judged(lay(), tmp_path / "good", settings, {"halves.py": SOLUTION, **own})
    assert good.solved and good.right is True, good
    poor = await judged(lay(), tmp_path / "poor", settings, {"halves.py": TOWARDS_ZERO, **own})
    assert poor.solved and poor.right is False, poor


async def test_what_is_not_claimed_is_not_solved_and_may_be_right(
    lay: Lay, tmp_path: Path, settings: Settings
) -> None:
    files = {"halves.py": SOLUTION}
    seen = await judged(lay(), tmp_path / "project", settings, files, claimed=False)
    assert not seen.solved and seen.right is True


@pytest.mark.parametrize(
    ("files", "said"),
    [
        pytest.param({}, "nothing was changed", id="nothing"),
        pytest.param(
            {"halves.py": SOLUTION, "pytest.py": "X = 1\n"}, "in place of the module", id="shadow"
        ),
    ],
)
async def test_what_cannot_be_judged_is_neither_solved_nor_right(
    lay: Lay, tmp_path: Path, settings: Settings, files: dict[str, str], said: str
) -> None:
    seen = await judged(lay(), tmp_path / "project", settings, files)
    assert not seen.solved and seen.right is None
    assert said in seen.reasons[0]


SCRIPT = """\
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { half } from './halves.js'

test('rounds down', () => assert.equal(half(-7), -4))
"""


async def test_node_is_judged_with_the_modules_that_its_manifest_names_and_no_other_command(
    lay: Lay, tmp_path: Path, settings: Settings
) -> None:
    sheet = SHEET.format(id="script", goal="Write halves.js.").replace('"python"', '"javascript"')
    folder = lay(
        "script",
        **{
            "task.toml": sheet,
            "hidden/test_hidden_halves.py": None,
            "hidden/hidden_halves.test.mjs": SCRIPT,
        },
    )
    manifest = json.dumps({"type": "module", "scripts": {"test": "true"}})
    code = "export const half = (n) => Math.{}(n / 2)\n"
    good = {"package.json": manifest, "halves.js": code.format("floor")}
    assert (await judged(folder, tmp_path / "good", settings, good)).right is True
    poor = {"package.json": manifest, "halves.js": code.format("trunc")}
    assert (await judged(folder, tmp_path / "poor", settings, poor)).right is False


# Answers of a bare model


def test_files_of_a_goal_are_those_of_code() -> None:
    goal = "Write `a.py` and src/b.mjs. They keep notes.json; e.g. a.py reads x.csv. Not x.pyc."
    assert files_named(goal) == ["a.py", "src/b.mjs"]


@pytest.mark.parametrize(
    "text",
    [
        "halves.py\n```python\nX = 1\n```\nUse it:\n```python\nfrom halves import X\n```\n",
        "Here it is.\n```python\nX = 1\n```\n```bash\npython halves.py\n```\n",
        "```python\n# halves.py\nX = 1\n```\n",
        "**project/halves.py**\n```\nX = 1\n```\n",
        "It keeps its numbers in `numbers.json`:\n```python\nX = 1\n```\n",
    ],
)
def test_a_file_is_found_in_an_answer_however_it_is_dressed(text: str) -> None:
    read = read_files(text, ["halves.py"])
    assert list(read) == ["halves.py"] and "X = 1" in (read["halves.py"] or "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I cannot do that.", "no file"),
        ("```python\ndef half(n:\n```", "does not parse"),
        ("../../etc/x.py\n```python\nX = 1\n```\n", "leads out"),
        ("test_halves.py\n```python\nX = 1\n```\n", "no file"),
    ],
)
def test_an_answer_of_no_use_is_told_as_such(text: str, said: str) -> None:
    with pytest.raises(ModelMistake, match=said):
        read_files(text, ["halves.py"])


# Whole evals


@pytest.fixture
def asked(tmp_path: Path, lean_python: Path) -> Any:
    def plan(*lines: str, last: str | None = None, **changes: Any) -> Plan:
        script = tmp_path / "script.json"
        script.write_text(json.dumps({"lines": lines, "last": last or answer(SOLUTION)}))
        flags = {
            "models.default": f"scripted:{script}",
            "limits.max_iters": 1,
            "suite.python": str(lean_python),
            "suite.observe_seconds": 0,
            "sandbox.backend": "process",
            **changes.pop("flags", {}),
        }
        given = {"suite": str(tmp_path / "suite"), "flags": flags, "job_seconds": 120, **changes}
        return Plan.model_validate(given)

    return plan


async def measured(plan: Plan, **more: Any) -> Record:
    return await run_eval(plan, Home(load().settings), **more)


@pytest.mark.thorough
async def test_the_whole_loop_and_one_plain_sample_are_measured_side_by_side(
    lay: Lay, asked: Any
) -> None:
    lay()
    plain = await measured(asked(last=answer(TOWARDS_ZERO), entrant="plain"))
    first = plain.outcomes[0]
    assert first.claimed and first.verdict == "wrong" and first.told.answers == 1

    loop = await measured(asked())
    second = loop.outcomes[0]
    assert second.ended == "finished", second.error
    assert second.claimed and second.verdict == "right", second
    assert second.told.use.tokens > 0
    assert any(moment.title.startswith("agreed") for moment in second.told.moments)

    seen: list[str] = []
    watching = Watching(started=lambda job: seen.append(job.task.id))
    again = await measured(asked(), watching=watching)
    assert seen == [] and again.outcomes[0].verdict == "right", "it was done already"

    contrast = {one.name: one for one in compare(plain, loop).contrasts}
    assert (contrast["right"].better, contrast["false_green_of_all"].better) == (1, 1)
    lies = summarise(plain.outcomes).figure("false_green")
    assert lies is not None and lies.value == 1
    assert "halves" in as_csv(loop) and "halves.py" in as_html(loop)


@pytest.mark.thorough
async def test_several_samples_are_picked_by_what_the_goal_shows(lay: Lay, asked: Any) -> None:
    lay()
    wrong = answer("def half(n):\n    return n\n")
    best = (await measured(asked("Sorry.", wrong, entrant="best-of-4"))).outcomes[0]
    assert best.verdict == "right" and best.claimed
    assert (best.told.answers, best.told.unusable, best.told.misses) == (3, 1, 1)
    none = (await measured(asked(last=wrong, entrant="best-of-2"))).outcomes[0]
    assert not none.claimed and none.judged.right is False, "the first is left, and not claimed"


@pytest.mark.thorough
async def test_without_an_example_there_is_nothing_to_pick_by(lay: Lay, asked: Any) -> None:
    lay(goal=GOAL.partition(" For")[0])
    best = (await measured(asked(last=answer(TOWARDS_ZERO), entrant="best-of-4"))).outcomes[0]
    assert best.told.answers == 1 and best.claimed and best.verdict == "wrong"


@pytest.mark.thorough
async def test_stubs_are_written_against_the_tests_that_are_there(lay: Lay, asked: Any) -> None:
    lay(
        "twice",
        goal="Write what twice.py declares.",
        **{
            "repo/twice.py": BROKEN.replace("return n + 2", "raise NotImplementedError"),
            "repo/test_twice.py": VISIBLE,
            "solution/twice.py": MENDED,
            "solution/halves.py": None,
            "hidden/test_hidden_halves.py": None,
            "hidden/test_hidden_twice.py": "from twice import double\n\n\n"
            "def test_nine():\n    assert double(9) == 18\n",
        },
    )
    done = (await measured(asked(last=answer(MENDED, "twice.py")))).outcomes[0]
    assert done.verdict == "right", (done.error, done.judged, done.told.reason)


@pytest.mark.thorough
async def test_another_agent_starts_in_an_empty_folder_and_is_judged_like_all(
    lay: Lay, asked: Any
) -> None:
    lay()
    code = (
        "import os, sys; assert not os.listdir('.') and sys.argv[1:] == ['python -m pytest']; "
        f"open('halves.py', 'w').write({TOWARDS_ZERO!r})"
    )
    command = shlex.join([sys.executable, "-c", code, "{test_cmd}"])
    done = (await measured(asked(entrant="agent", agent=command))).outcomes[0]
    assert done.claimed and done.verdict == "wrong", (done.told, done.judged)
