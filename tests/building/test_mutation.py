"""How strong tests are: which faults count, which are noticed, and what is said of the rest."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from trust_projects import Place, scripted

from verdigris.building.mutation import measure
from verdigris.core.building import Strength
from verdigris.core.report import Report
from verdigris.core.report import TestResult as Result
from verdigris.errors import SandboxUnavailable, SuiteUnavailable
from verdigris.languages import language
from verdigris.languages.base import Language, Mutant
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.pick import open_backend
from verdigris.settings import Machine, Settings
from verdigris.suites.scripted import ScriptedSuite
from verdigris.suites.warm.trials import Trials

CODE = (
    "def clamp(n, low, high):\n"
    "    if n < low:\n"
    "        return low\n"
    "    if n > high:\n"
    "        return high\n"
    "    return n\n"
)


class Letters:
    """A language whose texts are letters, one a line, and whose faults change one of them."""

    name = "node"

    def mutants(self, text: str, limit: int) -> list[Mutant]:
        found = []
        for number, letter in enumerate(text, 1):
            new = text[: number - 1] + letter.upper() + text[number:]
            found.append(Mutant(line=number, what=f"{letter} became {letter.upper()}", text=new))
        return found[:limit]


@pytest.fixture
async def sandbox() -> Sandbox:
    try:
        return await open_backend("bubblewrap", Settings(), Machine.current())
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())


async def measured(
    folder: Path, judge: Callable[[str], Mapping[str, bool]], text: str, **more: float
) -> Strength:
    async with scripted(folder, lambda now: judge(text if now == "stub" else now)) as trials:
        return await measure(
            trials,
            as_language(Letters()),
            {"part.py": text},
            limit=int(more.get("limit", 50)),
            seconds=more.get("seconds", 60),
            test_seconds=5,
        )


def as_language(letters: object) -> Language:
    return letters  # type: ignore[return-value]


async def test_python_tests_that_look_closely_notice_every_fault(
    tmp_path: Path, lean_python: Path, sandbox: Sandbox
) -> None:
    tests = (
        "from part import clamp\n\n\ndef test_inside():\n    assert clamp(2, 1, 3) == 2\n\n\n"
        "def test_low():\n    assert clamp(0, 1, 3) == 1\n"
    )
    close = "\n\ndef test_high():\n    assert clamp(9, 1, 3) == 3\n"
    found = []
    for number, text in enumerate((tests, tests + close)):
        files = {
            "part.py": CODE,
            "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.']\n",
            "tests/test_part.py": text,
        }
        place = Place(tmp_path / str(number), files)
        async with place.trials(lean_python, sandbox, warm=True) as trials:
            found.append(
                await measure(
                    trials,
                    language("python"),
                    {"part.py": CODE},
                    limit=30,
                    seconds=240,
                    test_seconds=10,
                )
            )
    weak, strong = found
    assert weak.mutants == strong.mutants > 4
    assert weak.killed < strong.killed
    assert not strong.note
    # `<` and `<=` come to the same here: no test can tell them apart.
    assert all(one.startswith("part.py:") for one in weak.survivors)
    assert any(one.startswith("part.py:4: > became") for one in weak.survivors)
    assert set(strong.survivors) < set(weak.survivors)


async def test_node_mutants_are_measured_alike(tmp_path: Path, sandbox: Sandbox) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    code = "export function isAdult(age) {\n  return age >= 18;\n}\n"
    tests = (
        "import test from 'node:test';\nimport assert from 'node:assert/strict';\n"
        "import { isAdult } from '../src/part.mjs';\n\n"
        "test('adult', () => { assert.equal(isAdult(40), true); });\n"
        "test('child', () => { assert.equal(isAdult(4), false); });\n"
    )
    files = {
        "src/part.mjs": code,
        "package.json": '{"type": "module", "scripts": {"test": "node --test"}}',
        "test/part.test.mjs": tests,
    }
    place = Place(tmp_path / "project", files)
    async with place.trials(Path("/usr/bin/python3"), sandbox, warm=False) as trials:
        found = await measure(
            trials,
            language("node"),
            {"src/part.mjs": code},
            limit=4,
            seconds=240,
            test_seconds=10,
        )
    assert 0 < found.killed < found.mutants <= 4
    assert all(one.startswith("src/part.mjs:2: ") for one in found.survivors)


async def test_a_fault_that_any_test_notices_is_killed_and_the_others_are_named(
    tmp_path: Path,
) -> None:
    def judge(text: str) -> Mapping[str, bool]:
        return {"first": text[0] == "a", "second": text[2] == "c"}

    found = await measured(tmp_path, judge, "abcd")
    assert (found.mutants, found.killed, found.score) == (4, 2, 0.5)
    assert found.survivors == ("part.py:2: b became B", "part.py:4: d became D")
    assert found.note == ""


@pytest.mark.parametrize(
    ("results", "note"),
    [
        ({"first": False}, "the tests are not green on the code as it is (1 failed"),
        ({}, "the tests are not green on the code as it is (no test results"),
    ],
)
async def test_where_the_code_itself_is_not_green_nothing_is_measured(
    tmp_path: Path, results: Mapping[str, bool], note: str
) -> None:
    found = await measured(tmp_path, lambda text: results, "abcd")
    assert (found.mutants, found.killed, found.score) == (0, 0, None)
    assert found.note.startswith(note)


async def test_code_without_a_place_for_a_fault_has_no_score(tmp_path: Path) -> None:
    found = await measured(tmp_path, lambda text: {"first": True}, "")
    assert found.score is None
    assert found.note == "there is nothing in the code to put a fault into"


async def test_faults_that_change_nothing_or_come_twice_are_none(tmp_path: Path) -> None:
    class Repeating(Letters):
        def mutants(self, text: str, limit: int) -> list[Mutant]:
            return [Mutant(line=1, what="", text=new) for new in (text, "x", "x", f"{text}  ")]

    async with scripted(tmp_path, lambda text: {"first": text in ("stub", "a")}) as trials:
        found = await measure(
            trials,
            as_language(Repeating()),
            {"part.py": "a"},
            limit=9,
            seconds=60,
            test_seconds=None,
        )
    assert (found.mutants, found.killed) == (1, 1)


async def test_a_limit_of_mutants_is_kept_shared_among_the_files_and_told(tmp_path: Path) -> None:
    seen: list[str] = []
    place = Place(tmp_path, {"part.py": "stub"})
    texts = {"part.py": "abcdefghijkl", "more.py": "mnopqr"}

    def report(tree: Path) -> Report:
        for name in texts:
            if (tree / name).exists() and (text := (tree / name).read_text()) != "stub":
                seen.append(text)
        return Report(command="", exit_code=0, results=(Result(id="a::b", outcome="passed"),))

    async with Trials(ScriptedSuite(report), place.copy) as trials:
        found = await measure(
            trials, as_language(Letters()), texts, limit=6, seconds=60, test_seconds=None
        )
    assert (found.mutants, found.killed) == (6, 0)
    assert found.note == "a sample of 6: the code has more places for a fault"
    assert sorted(len(text) for text in seen) == [6, 6, *[12] * 4]


class Slow:
    """A suite that is quick on the code as it is and takes for ever on a mutant."""

    command = where = caution = ""

    def __init__(self, quick: int) -> None:
        self.quick = quick
        self.running = 0

    async def run(self, tree: Path, **_: object) -> Report:
        self.quick -= 1
        self.running += 1
        try:
            if self.quick < 0:
                await asyncio.Event().wait()
        finally:
            self.running -= 1
        return Report(command="", exit_code=0, results=(Result(id="a::b", outcome="passed"),))


@pytest.mark.parametrize(("quick", "seconds"), [(0, 0.5), (3, 4.0)])
async def test_when_time_is_over_what_was_measured_stands_and_nothing_runs_on(
    tmp_path: Path, quick: int, seconds: float
) -> None:
    place = Place(tmp_path, {"part.py": "stub"})
    suite = Slow(quick)
    async with Trials(suite, place.copy) as trials:
        found = await measure(
            trials,
            as_language(Letters()),
            {"part.py": "abcdef"},
            limit=50,
            seconds=seconds,
            test_seconds=None,
        )
    assert suite.running == 0
    if not quick:
        assert found.note == "the tests did not end within 0.5 s on the code as it is"
        return
    assert found.mutants == quick - 1
    assert found.note == f"{quick - 1} of 6 mutants tried: 4 s were over"


async def test_tests_that_cannot_be_run_are_the_callers_business(tmp_path: Path) -> None:
    class Gone(Slow):
        async def run(self, tree: Path, **more: object) -> Report:
            if self.quick <= 0:
                raise SuiteUnavailable("The test command cannot be started.")
            return await super().run(tree, **more)

    place = Place(tmp_path, {"part.py": "stub"})
    async with Trials(Gone(1), place.copy) as trials:
        with pytest.raises(SuiteUnavailable):
            await measure(
                trials,
                as_language(Letters()),
                {"part.py": "abcdef"},
                limit=50,
                seconds=60,
                test_seconds=None,
            )


async def test_a_mutant_that_cannot_be_loaded_does_not_count(tmp_path: Path) -> None:
    place = Place(tmp_path, {"part.py": "stub"})

    def report(tree: Path) -> Report:
        text = (tree / "part.py").read_text()
        bad = Result(id="test_part.mjs", outcome="error", exception="SyntaxError")
        good = Result(id="test_part.mjs::a", outcome="passed")
        broken = text.startswith("A")
        return Report(command="", exit_code=int(broken), results=(bad if broken else good,))

    async with Trials(ScriptedSuite(report), place.copy) as trials:
        found = await measure(
            trials,
            as_language(Letters()),
            {"part.py": "abc"},
            limit=50,
            seconds=60,
            test_seconds=None,
        )
    assert (found.mutants, found.killed) == (2, 0)
    assert found.note == "1 could not be loaded and does not count"


async def test_where_the_run_has_no_time_left_nothing_is_run_and_the_reason_is_said(
    tmp_path: Path,
) -> None:
    def judge(now: str) -> Mapping[str, bool]:
        raise AssertionError("nothing may be run")

    async with scripted(tmp_path, judge) as trials:
        found = await measure(
            trials, as_language(Letters()), {"part.py": "abc"},
            limit=5, seconds=0, test_seconds=5, over="the time limit of the run was reached",
        )  # fmt: skip
    assert found.score is None and found.note == "the time limit of the run was reached"
