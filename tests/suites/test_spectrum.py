"""What is seen of tests that run under observation, whichever runner and Python they run in."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import struct
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from small_projects import put

from verdigris.core.observed import Observed, Seen
from verdigris.core.report import Report, TestResult
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter
from verdigris.suites.environments import look_at
from verdigris.suites.spectrum import observe
from verdigris.suites.spectrum_records import read_spectrum
from verdigris.testing import ScriptedSuite

SHOP = """\
import asyncio
RATE = 2

def net(price):
    if price < 0:
        raise ValueError(price)
    return price

class Cart:
    def __init__(self):
        self.items = []

    def add(self, price):
        self.items.append(price)

    async def tax(self):
        await asyncio.sleep(0)
        return sum(self.items) * RATE

    def each(self):
        for item in self.items:
            yield item
"""
TESTS = """\
import asyncio, threading, unittest
import shop

class TestShop(unittest.TestCase):
    def test_net(self):
        self.assertEqual(shop.net(2), 3)

    def test_negative(self):
        with self.assertRaises(ValueError):
            shop.net(-1)

    def test_cart(self):
        cart = shop.Cart()
        cart.add(10)
        self.assertEqual(list(cart.each()), [10])

    def test_tax(self):
        self.assertEqual(asyncio.run(shop.Cart().tax()), 0)

    def test_thread(self):
        thread = threading.Thread(target=shop.net, args=(1,))
        thread.start()
        thread.join()
"""
LINES = {
    "test_net": {5, 7},
    "test_negative": {5, 6},
    "test_cart": {11, 14, 21, 22},
    "test_tax": {11, 17, 18},
    "test_thread": {5, 7},
}
Watch = Callable[..., Awaitable[Observed]]


@pytest.fixture
def watch(tmp_path: Path, lean_python: Path) -> Watch:
    """Run the tests of some files, then observe them."""

    async def call(
        files: dict[str, str],
        test_cmd: str | None = None,
        *,
        python: Path = lean_python,
        sandbox: Sandbox | None = None,
        seconds: float = 30,
    ) -> Observed:
        project = put(tmp_path / "project", files)

        @contextlib.asynccontextmanager
        async def fresh() -> AsyncIterator[Path]:
            with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
                yield Path(shutil.copytree(project, Path(folder) / "copy"))

        suite = CommandSuite(
            project,
            test_cmd,
            Interpreter(python, "the tests' own", look_at(python, project)),
            sandbox or ProcessSandbox(),
            SuiteSettings(wall_seconds=60, test_seconds=3),
            Machine.current(),
        )
        async with fresh() as tree:
            report = await suite.run(tree)
        return await observe(suite, fresh, report, seconds)

    return call


def seen(observed: Observed, test: str) -> Seen:
    return next(one for one in observed.tests if one.id.endswith(test))


def other_pythons() -> list[Path]:
    """Return interpreters with `sys.monitoring` beside the one that runs these tests."""
    named = [shutil.which(f"python3.{minor}") for minor in (12, 13)]
    kept = Path.home().glob(".pyenv/versions/3.1[23]*/bin/python3")
    found: dict[bytes, Path] = {}
    for python in (*(Path(name) for name in named if name), *kept):
        asked = "import sys; print(sys.version_info[:2] if hasattr(sys, 'monitoring') else 0)"
        done = subprocess.run([python, "-c", asked], capture_output=True, check=False)
        if done.returncode == 0 and done.stdout.strip() != b"0":
            found.setdefault(done.stdout, python)
    return list(found.values())


def with_pytest(python: Path, folder: Path, lean: Path) -> Path:
    """Make an environment of another Python, with the packages of a lean one."""
    subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
    site = next(folder.glob("lib/python*/site-packages"))
    for package in next(lean.glob("lib/python*/site-packages")).iterdir():
        (site / package.name).symlink_to(package)
    return folder / "bin" / "python"


@pytest.mark.parametrize("command", ["python -m pytest", "python -m unittest"])
async def test_each_test_is_seen_with_the_lines_it_runs(watch: Watch, command: str) -> None:
    observed = await watch({"shop.py": SHOP, "test_shop.py": TESTS}, command)
    assert observed.trouble == ""
    for test, lines in LINES.items():
        assert seen(observed, test).lines["shop.py"] == lines, test
    assert {1, 2, 4, 9, 10} <= observed.loading["shop.py"]


@pytest.mark.parametrize("python", other_pythons(), ids=lambda path: path.parent.parent.name)
async def test_other_versions_of_python_see_the_same(
    watch: Watch, tmp_path: Path, lean_environment: Path, python: Path
) -> None:
    other = with_pytest(python, tmp_path / "other", lean_environment)
    files = {"shop.py": SHOP, "test_shop.py": TESTS}
    observed = await watch(files, "python -m pytest", python=other)
    assert {one.id.rpartition("::")[2] for one in observed.tests} == LINES.keys()
    for test, lines in LINES.items():
        assert seen(observed, test).lines["shop.py"] == lines, test


async def test_types_are_seen_by_name(watch: Watch) -> None:
    observed = await watch({"shop.py": SHOP, "test_shop.py": TESTS})
    types = {(t.line, t.variable, t.type) for t in observed.types if t.path == "shop.py"}
    assert {(4, "price", "int"), (4, "return", "int"), (10, "self", "Cart")} <= types
    assert {(13, "self.items", "list"), (16, "return", "int"), (20, "item", "int")} <= types
    assert (16, "return", "NoneType") not in types, "a pause is no return"


async def test_a_sandbox_that_isolates_hands_out_what_was_seen(
    watch: Watch, sandbox: Sandbox
) -> None:
    observed = await watch({"shop.py": SHOP, "test_shop.py": TESTS}, sandbox=sandbox)
    assert seen(observed, "test_net").lines["shop.py"] == {5, 7}


@pytest.mark.parametrize("end", ["os._exit(3)", "os.kill(os.getpid(), 9)", "os.abort()"])
async def test_what_a_test_ran_is_kept_when_the_process_dies(watch: Watch, end: str) -> None:
    code = f"import os\n\ndef last(number):\n    number += 1\n    {end}\n    return number\n"
    tests = "import code_\n\ndef test_fine():\n    pass\n\ndef test_end():\n    code_.last(1)\n"
    observed = await watch({"code_.py": code, "test_a.py": tests})
    assert seen(observed, "test_end").last[-1] == ("code_.py", 5)
    assert seen(observed, "test_end").lines["code_.py"] == {4, 5}
    assert seen(observed, "test_fine"), "another process ran it"


@pytest.mark.thorough
async def test_a_test_that_hangs_is_stopped_and_seen(watch: Watch) -> None:
    tests = "def spin(n):\n    while n:\n        n += 1\n\ndef test_spin():\n    spin(1)\n"
    observed = await watch({"test_a.py": tests})
    assert {2, 3} <= seen(observed, "test_spin").lines["test_a.py"]


async def test_a_branch_that_a_loop_takes_late_is_seen(watch: Watch) -> None:
    code = "def late(n):\n    for i in range(n):\n        if i == n - 1:\n            return i\n"
    tests = "import late\n\ndef test_late():\n    assert late.late(5000) == 0\n"
    observed = await watch({"late.py": code, "test_a.py": tests})
    assert seen(observed, "test_late").lines["late.py"] == {2, 3, 4}


async def test_a_test_that_sets_a_tracer_of_its_own_hides_no_other(watch: Watch) -> None:
    tests = (
        "import sys, shop\n\ndef test_a():\n    sys.settrace(None)\n\n"
        "def test_b():\n    shop.net(1)\n    assert 0\n\ndef test_c():\n    shop.net(-1)\n"
    )
    observed = await watch({"shop.py": SHOP, "test_a.py": tests})
    assert seen(observed, "test_b").lines["shop.py"] == {5, 7}
    assert seen(observed, "test_c").lines["shop.py"] == {5, 6}


async def test_beside_another_tracer_it_gives_way_or_sees_all_the_same(watch: Watch) -> None:
    conftest = "import sys\nsys.settrace(lambda *_: None)\n"
    files = {"shop.py": SHOP, "test_shop.py": TESTS, "conftest.py": conftest}
    observed = await watch(files, "python -m pytest")
    if observed.trouble:
        assert observed.trouble == "another tracer is at work"
    else:
        assert seen(observed, "test_net").lines["shop.py"] == {5, 7}


async def test_workers_are_switched_off_so_that_tests_can_be_seen(watch: Watch) -> None:
    files = {"shop.py": SHOP, "test_shop.py": TESTS, "pytest.ini": "[pytest]\naddopts = -n 2\n"}
    observed = await watch(files, "python -m pytest")
    assert seen(observed, "test_net").lines["shop.py"] == {5, 7}


async def test_the_tests_do_not_learn_that_they_are_observed(watch: Watch) -> None:
    tests = (
        "import os\n\ndef none():\n    return [n for n in os.environ if 'VERDIGRIS' in n] == []\n\n"
        "def test_a():\n    if none():\n        assert 0\n"
    )
    observed = await watch({"test_a.py": tests})
    assert 8 in seen(observed, "test_a").lines["test_a.py"]


async def test_no_further_test_is_begun_when_the_time_is_up(watch: Watch) -> None:
    tests = (
        "def test_a():\n    assert 0\n\ndef test_b():\n    assert 0\n\ndef test_c():\n    pass\n"
    )
    for command in ("python -m pytest", None):
        observed = await watch({"test_a.py": tests}, command, seconds=0)
        assert [one.id for one in observed.tests] == ["test_a.py::test_a"]


async def test_only_pythons_tests_are_observed() -> None:
    result = TestResult(id="test/a.js::adds", outcome="failed")
    report = Report(command="node --test", results=(result,))

    @contextlib.asynccontextmanager
    async def fresh() -> AsyncIterator[Path]:
        raise AssertionError("nothing is to be run")
        yield Path()

    suite = ScriptedSuite(lambda tree: report)
    assert (await observe(suite, fresh, report, 5)).trouble
    suite.run_with = suite.run  # type: ignore[attr-defined]
    assert "Python" in (await observe(suite, fresh, report, 5)).trouble


FILE = {"kind": "file", "number": 0, "path": "a.py"}
TEST = {"kind": "test", "id": "t", "lines": {"0": "1-3"}, "loading": {}, "types": []}
HOSTILE: list[object] = [
    [], 7, None, "x", {}, {"kind": "test"}, {"kind": "file", "number": -1, "path": "b.py"},
    {**FILE, "number": 1, "path": "/etc/passwd"}, {**FILE, "number": 2, "path": "../out.py"},
    {**FILE, "number": "3"}, {**FILE, "path": "x" * 5000}, {**FILE, "more": 1},
    {**TEST, "id": 5}, {**TEST, "lines": {"0": "1-2-3"}}, {**TEST, "lines": {"0": "x"}},
    {**TEST, "lines": [1, 2]}, {**TEST, "types": [[0, 1, "f", "x"]]},
    {**TEST, "types": [[0, 1, "f", "x", "y" * 100_000]]}, {**TEST, "lines": {"0": "9" * 50}},
    {**TEST, "id": "other", "lines": {"1": "1", "2": "1", "77": "4"}},
]  # fmt: skip


def test_records_of_a_stranger_are_read_with_care(tmp_path: Path) -> None:
    records, trail = tmp_path / "records", tmp_path / "trail"
    lines = [json.dumps(row) for row in [FILE, *HOSTILE, TEST]]
    lines[3:3] = ["{", "[" * 100_000, '{"kind": "note", "text": "\\ud800"}', "\x00\xff"]
    records.write_text("\n".join(lines), "utf-8")
    trail.write_bytes(os.urandom(64))
    observed = read_spectrum(records, trail)
    assert seen(observed, "t").lines == {"a.py": {1, 2, 3}}
    assert {path for one in observed.tests for path in one.lines} == {"a.py"}
    assert not observed.types


def test_ranges_that_claim_everything_are_bounded(tmp_path: Path) -> None:
    records = tmp_path / "records"
    wide = {**TEST, "lines": {"0": ",".join(["1-999999"] * 1000)}}
    records.write_text(f"{json.dumps(FILE)}\n{json.dumps(wide)}\n")
    assert len(seen(read_spectrum(records, tmp_path / "none"), "t").lines["a.py"]) <= 100_000


@pytest.mark.parametrize(
    "data",
    [b"", b"\1", struct.pack("<II", 2**32 - 1, 0), struct.pack("<IIIIII", 2, 0, 9, 1, 0, 2**31)],
)
def test_a_trail_of_a_stranger_is_read_with_care(tmp_path: Path, data: bytes) -> None:
    records, trail = tmp_path / "records", tmp_path / "trail"
    records.write_text(f'{json.dumps(FILE)}\n{{"kind": "start", "id": "t"}}\n')
    trail.write_bytes(data)
    assert not any(one.lines for one in read_spectrum(records, trail).tests)


def test_what_is_no_file_is_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/etc/passwd")
    for name in ("pipe", "link", "missing"):
        observed = read_spectrum(tmp_path / name, tmp_path / name)
        assert (observed.tests, observed.trouble) == ((), "the run left nothing behind")
