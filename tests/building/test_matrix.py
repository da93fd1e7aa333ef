"""All candidates against all tests, for real: whatever either does, each row is right."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from trust_projects import Place, node_file, pytest_file, scripted, write

from verdigris.building import rows
from verdigris.building.agreement import agree
from verdigris.building.matrix import Matrix, Seen, run_matrix
from verdigris.core.building import Check
from verdigris.core.change import Change, make_change
from verdigris.core.report import Report
from verdigris.core.report import TestResult as Result
from verdigris.errors import SandboxUnavailable, SuiteUnavailable
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.pick import open_backend
from verdigris.settings import Machine, Settings
from verdigris.suites.warm.trials import Trials

STUB = "def double(n):\n    raise NotImplementedError\n"


@pytest.fixture(params=["bubblewrap", pytest.param("process", marks=pytest.mark.thorough)])
async def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    try:
        return await open_backend(request.param, Settings(), Machine.current())
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())


def code(body: str, top: str = "") -> Change | None:
    text = f"{top}def double(n):\n    {body}\n"
    return make_change({"part.py": STUB}, {"part.py": text}, "fast")


def ids(names: Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    return {name: f"tests/test_part.py::test_{name}" for name in names}


def place(folder: Path, bodies: Mapping[str, str]) -> Place:
    return Place(
        folder / "project",
        {
            "part.py": STUB,
            "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.']\n",
            "tests/test_part.py": pytest_file(bodies),
        },
    )


BODIES = {
    "right": "assert double(4) == 8",
    "zero": "assert double(0) == 0",
    "wrong": "assert double(4) == 16",
    "trivial": "import part\nassert part",
    "lost": "import no_such_package_anywhere",
}


@pytest.mark.parametrize("warm", [True, False])
async def test_each_candidate_passes_what_it_passes_by_itself(
    tmp_path: Path, lean_python: Path, sandbox: Sandbox, warm: bool
) -> None:
    candidates = [
        code("return n * 2"),
        code("return n * n"),
        None,
        code("return n  *  2  # the same in other clothes"),
        code("return ("),
        code("return n * 2", top="import no_such_thing\n"),
    ]
    async with place(tmp_path, BODIES).trials(lean_python, sandbox, warm=warm) as trials:
        found = await run_matrix(trials, candidates, None, ids(BODIES), test_seconds=10)
    right = frozenset({"right", "zero", "trivial"})
    nothing = frozenset[str]()
    assert found.passes == (
        *(right, {"zero", "wrong", "trivial"}, nothing, right, nothing, nothing),
    )
    assert found.on_stub == {"trivial"}
    assert found.missing == {2}
    assert not found.flaky
    assert "No module named 'no_such_package_anywhere'" in found.faults["lost"]
    assert found.notes[:2] == (
        "candidate 3 does not exist: no usable answer",
        "candidate 4 is the same as candidate 1",
    )
    assert found.notes[2].startswith("candidate 5: tests/test_part.py cannot be loaded (")
    assert "No module named 'no_such_thing'" in found.notes[3]


HOSTILE = {
    "first": "assert double(1) == 2",
    "leaves": "import os\nos._exit(0)",
    "exits": "import sys\nsys.exit(0)",
    "hangs": "while True:\n    pass",
    "dies": "import os\nos.kill(os.getpid(), 9)",
    "floods": "for _ in range(100):\n    print('x' * 100_000)\nassert double(1) == 2",
    "skips": "import pytest\npytest.skip('no')",
    "last": "assert double(2) == 4",
}


@pytest.mark.parametrize("warm", [True, pytest.param(False, marks=pytest.mark.thorough)])
async def test_a_hostile_test_costs_no_other_test_its_result(
    tmp_path: Path, lean_python: Path, sandbox: Sandbox, warm: bool
) -> None:
    candidates = [code("return n * 2"), code("return n + 1")]
    async with place(tmp_path, HOSTILE).trials(lean_python, sandbox, warm=warm) as trials:
        found = await run_matrix(trials, candidates, None, ids(HOSTILE), test_seconds=2)
    assert [row - {"floods"} for row in found.passes] == [{"first", "last"}, {"first"}]
    assert not found.on_stub
    assert "did not finish within" in found.faults["hangs"]


async def test_a_hostile_candidate_costs_only_itself(
    tmp_path: Path, lean_python: Path, sandbox: Sandbox
) -> None:
    bodies = {f"n{n}": f"assert double({n}) == {2 * n}" for n in range(6)}
    candidates = [
        code("return n * 2"),
        code("import os\n    return os._exit(0) if n == 2 else n * 2"),
        code("import os\n    os._exit(0)"),
        code("while n == 3: pass\n    return n * 2"),
        code("return n * 2", top="import os\nos._exit(0)\n"),
        code("return double(n)"),
        code("return n * 2", top="import shutil\nshutil.rmtree('.', ignore_errors=True)\n"),
    ]
    async with place(tmp_path, bodies).trials(lean_python, sandbox, warm=True) as trials:
        found = await run_matrix(trials, candidates, None, ids(bodies), test_seconds=2)
    everything = frozenset(bodies)
    assert found.passes[:6] == (
        *(everything, everything - {"n2"}, frozenset(), everything - {"n3"}),
        *(frozenset(), frozenset()),
    )


async def test_a_test_that_breaks_its_file_is_found_and_left_out(
    tmp_path: Path, lean_python: Path, sandbox: Sandbox
) -> None:
    bodies = {
        **{f"n{n}": f"assert double({n}) == {2 * n}" for n in range(2)},
        "broken": "nonlocal n",
        "more": "assert double(0) > 0",
    }

    def apart(names: Sequence[str]) -> Change:
        return write("tests/test_part.py", pytest_file(bodies, names))

    candidates = [code("return n * 2"), code("return n + 1")]
    async with place(tmp_path, bodies).trials(lean_python, sandbox, warm=True) as trials:
        blind = await run_matrix(trials, candidates, None, ids(bodies), test_seconds=10)
        found = await run_matrix(
            trials, candidates, None, ids(bodies), test_seconds=10, apart=apart
        )
    assert blind.passes == (frozenset(), frozenset())
    assert blind.notes[0].startswith("cannot be loaded even with the stub: tests/test_part.py (")
    assert found.passes == ({"n0", "n1"}, {"n1", "more"})
    assert found.notes[0].startswith("broken keeps its test file from being loaded: ")
    assert "SyntaxError" in found.faults["broken"]


NODE = {
    "right": "assert.equal(double(4), 8);",
    "quits": "process.exit(1);",
    "leaves": "process.exit(0);",
    "zero": "assert.equal(double(0), 0);",
}


@pytest.mark.thorough
async def test_node_candidates_and_tests_are_run_alike(tmp_path: Path, sandbox: Sandbox) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    stub = "export function double(n) {\n  throw new Error('not written');\n}\n"

    def js(body: str) -> Change | None:
        text = f"export function double(n) {{\n  {body}\n}}\n"
        return make_change({"src/part.mjs": stub}, {"src/part.mjs": text}, "fast")

    bodies = {**NODE, "broken": "const n = 1; const n = 2;"}

    def apart(names: Sequence[str]) -> Change:
        return write("test/part.test.mjs", node_file(bodies, names))

    project = Place(
        tmp_path / "project",
        {
            "src/part.mjs": stub,
            "package.json": '{"type": "module", "scripts": {"test": "node --test"}}',
            "test/part.test.mjs": node_file(bodies),
        },
    )
    candidates = [js("return n * 2;"), js("while (n === 4) { } return n * 2;"), js("return ((;")]
    tests = {name: f"test/part.test.mjs::{name}" for name in bodies}
    async with project.trials(Path("/usr/bin/python3"), sandbox, warm=False) as trials:
        found = await run_matrix(trials, candidates, None, tests, test_seconds=2, apart=apart)
    assert found.passes == ({"right", "zero"}, {"zero"}, frozenset())
    assert not found.on_stub
    assert "SyntaxError" in found.faults["broken"]
    assert any(note.startswith("broken keeps its test file") for note in found.notes)


# What needs no real process.


def texts(*bodies: str) -> list[Change]:
    return [write("part.py", body) for body in bodies]


def named(names: str) -> dict[str, str]:
    return {name: f"test_part.py::{name}" for name in names.split()}


async def test_what_fares_otherwise_the_second_time_is_flaky(tmp_path: Path) -> None:
    luck: Iterator[bool] = itertools.cycle([True, False])

    def judge(text: str) -> Mapping[str, bool]:
        return {"sound": text == "good", "moody": text == "good" and next(luck)}

    async with scripted(tmp_path, judge) as trials:
        found = await run_matrix(trials, texts("good"), None, named("sound moody"), test_seconds=1)
    assert found.flaky == {"moody"}
    checks = [
        Check(name=name, part="part.py", body=name, origin="example" if name == "e" else "smoke")
        for name in ("sound", "moody")
    ]
    assert [one.name for one in agree(checks, found).trusted] == ["sound"]


async def test_a_candidate_that_appears_twice_is_run_once(tmp_path: Path) -> None:
    seen: list[str] = []

    def judge(text: str) -> Mapping[str, bool]:
        seen.append(text)
        return {"a": text == "x"}

    async with scripted(tmp_path, judge) as trials:
        found = await run_matrix(
            trials, texts("x", "x", "y", "x"), None, named("a"), test_seconds=1
        )
    assert found.passes == ({"a"}, {"a"}, frozenset(), {"a"})
    # The best one has a second run, by which flaky tests are seen.
    assert sorted(seen) == ["stub", "x", "x", "y"]


async def test_when_others_come_to_them_candidates_are_not_run_again(tmp_path: Path) -> None:
    ran: list[str] = []

    def judge(text: str) -> Mapping[str, bool]:
        ran.append(text)
        return {"a": text in ("y", "z")}

    seen = Seen()
    async with scripted(tmp_path, judge) as trials:
        await run_matrix(trials, texts("x", "y"), None, named("a"), test_seconds=1, seen=seen)
        ran.clear()
        again = texts("x", "y", "z")
        found = await run_matrix(trials, again, None, named("a"), test_seconds=1, seen=seen)
    assert found.passes == (frozenset(), {"a"}, {"a"})
    assert sorted(ran) == ["stub", "y", "z"], "the stub, the best a second time, and the new one"


async def test_nothing_to_run_is_no_error(tmp_path: Path) -> None:
    async with scripted(tmp_path, lambda text: {}) as trials:
        assert await run_matrix(trials, [], None, {}, test_seconds=None) == Matrix(
            passes=(), on_stub=frozenset()
        )
        silent = await run_matrix(trials, [None], None, named("a b"), test_seconds=None)
    assert silent.passes == (frozenset(),)
    assert silent.missing == {0}


class Unwilling:
    """A suite that cannot be run, or never ends."""

    command = where = caution = ""

    def __init__(self, *, hangs: bool) -> None:
        self.hangs = hangs
        self.cancelled = 0

    async def run(self, tree: Path, **_: object) -> Report:
        if not self.hangs:
            raise SuiteUnavailable("The test command cannot be started.")
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled += 1
        raise AssertionError("the wait never ends by itself")


async def test_tests_that_cannot_be_run_at_all_are_the_callers_business(tmp_path: Path) -> None:
    place = Place(tmp_path, {"part.py": "stub"})
    async with Trials(Unwilling(hangs=False), place.copy) as trials:
        with pytest.raises(SuiteUnavailable):
            await run_matrix(trials, texts("x", "y"), None, named("a"), test_seconds=1)


async def test_what_cannot_be_interrupted_is_ended_and_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "START", 0.01)
    suite = Unwilling(hangs=True)
    place = Place(tmp_path, {"part.py": "stub"})
    async with Trials(suite, place.copy) as trials:
        found = await run_matrix(trials, texts("x"), None, named("a b c d"), test_seconds=0.01)
    assert found.passes == (frozenset(),)
    assert suite.cancelled == 2 * rows.STUCK
    assert "gave no answer: the process died or hung too often" in found.notes[0]


class Patient:
    """A suite whose tests need more than the first seconds they are given; some never end."""

    command = where = caution = ""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, float]] = []

    async def run(
        self,
        tree: Path,
        *,
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        seed: int = 0,
    ) -> Report:
        text = (tree / "part.py").read_text()
        self.asked.append((text, len(only), test_seconds or 0))
        ends = text == "slow" and (test_seconds or 0) > rows.QUICK
        late = Result(id="", outcome="failed", message="the test did not finish within 2 s")
        good = Result(id="", outcome="passed")
        results = [(good if ends else late).model_copy(update={"id": test}) for test in only]
        return Report(command="", exit_code=int(not ends), results=tuple(results))


async def test_slow_tests_are_waited_for_and_a_candidate_that_hangs_is_not(tmp_path: Path) -> None:
    suite = Patient()
    names = named("a b c d e f g h")
    place = Place(tmp_path, {"part.py": "stub"})
    async with Trials(suite, place.copy) as trials:
        found = await run_matrix(trials, texts("slow", "endless"), None, names, test_seconds=20)
    assert found.passes == (frozenset(names), frozenset())
    assert found.notes == ("the stub: 8 tests did not end", "candidate 2: 8 tests did not end")
    assert [ask for ask in suite.asked if ask[0] == "endless"] == [
        ("endless", 8, rows.QUICK),
        ("endless", rows.WAITED_FOR, 20),
    ]


class OneProcess:
    """A suite whose tests share one process, as node:test has it: a hang takes all along."""

    command = where = caution = ""

    def __init__(self) -> None:
        self.asked: list[tuple[str, set[str], float]] = []

    async def run(
        self,
        tree: Path,
        *,
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        seed: int = 0,
    ) -> Report:
        text = (tree / "part.py").read_text()
        self.asked.append((text, set(only), test_seconds or 0))
        late = f"the test did not finish within {test_seconds:g} s"
        if text == "edgy" and any("::probe" in test for test in only):
            results = [Result(id="test_part.py", outcome="failed", message=late)]
        else:
            results = [
                Result(id=test, outcome="failed", message="probe gives 1")
                if "::probe" in test
                else Result(id=test, outcome="failed" if text == "stub" else "passed")
                for test in only
            ]
        return Report(command="", exit_code=1, results=tuple(results))


async def test_probes_that_hang_cost_no_test_its_result_and_are_not_waited_for(
    tmp_path: Path,
) -> None:
    suite, names = OneProcess(), named(" ".join("abcdefghijklmnopqrst"))
    probes = named(" ".join(f"probe{number}" for number in range(36)))
    place = Place(tmp_path, {"part.py": "stub"})
    async with Trials(suite, place.copy) as trials:
        found = await run_matrix(
            trials, texts("edgy", "calm"), None, names, test_seconds=20, probes=probes
        )
    assert found.passes == (frozenset(names), frozenset(names))
    assert set(found.probed[1]) == set(probes)
    assert not any("probe gives" in said for said in found.probed[0].values())
    asked = [(text, seconds) for text, only, seconds in suite.asked if only & set(probes.values())]
    assert len(asked) < 20 and all(seconds == rows.QUICK for _, seconds in asked)
    assert {text for text, _ in asked} == {"edgy", "calm"}, "a stub has nothing to be compared"
