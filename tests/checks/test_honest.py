"""Honest green: the rule as a table, and on real runs where files could not be collected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from verdigris.checks.honest import judge
from verdigris.core.change import Change, make_change
from verdigris.core.report import Report, TestResult
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter


def report(
    exit_code: int | None = None, /, *, ending: Any = "finished", message: str = "", **outcomes: Any
) -> Report:
    results = tuple(
        TestResult(
            id=name
            if "::" in name or "/" in name or name in ("command", "t.py")
            else f"t.py::{name}",
            outcome=outcome,
        )
        for name, outcome in {**outcomes.pop("more", {}), **outcomes}.items()
    )
    failing = any(r.failed for r in results)
    code = exit_code if exit_code is not None else int(failing)
    return Report(command="pytest", ending=ending, exit_code=code, message=message, results=results)


def change(path: str) -> Change:
    made = make_change({path: "x = 1\n"}, {path: "x = 2\n"}, "fast")
    assert made is not None
    return made


CODE = change("src/sums.py")
RED = report(a="failed", b="passed")
TABLE: dict[str, tuple[Report, Report, str]] = {
    # name: before, after, the reason; an empty reason is green
    "fixed": (RED, report(a="passed", b="passed"), ""),
    "an error fixed": (report(a="error", b="passed"), report(a="passed", b="passed"), ""),
    "fixed, with more tests than before": (RED, report(a="passed", b="passed", c="passed"), ""),
    "fixed, one was always skipped": (
        report(a="failed", b="skipped"),
        report(a="passed", b="skipped"),
        "",
    ),
    "fixed, one was always expected to fail": (
        report(a="failed", b="xfailed"),
        report(a="passed", b="xfailed"),
        "",
    ),
    "still failing": (RED, RED, "still failing: t.py::a"),
    "failing in another way": (RED, report(a="error", b="passed"), "still failing: t.py::a"),
    "one of two fixed": (
        report(a="failed", b="failed"),
        report(a="passed", b="failed"),
        "still failing: t.py::b",
    ),
    "fixed and another broken": (RED, report(a="passed", b="failed"), "broken or gone: t.py::b"),
    "fixed and another in error": (RED, report(a="passed", b="error"), "broken or gone: t.py::b"),
    "fixed and another gone": (RED, report(a="passed"), "broken or gone: t.py::b"),
    "the failing test is gone": (RED, report(b="passed"), "still failing: t.py::a"),
    "the failing test is skipped now": (
        RED,
        report(a="skipped", b="passed"),
        "skipped now: t.py::a",
    ),
    "the failing test is expected to fail now": (
        RED,
        report(a="xfailed", b="passed"),
        "skipped now: t.py::a",
    ),
    "a passing test is skipped now": (
        RED,
        report(a="passed", b="skipped"),
        "broken or gone: t.py::b",
    ),
    "a passing test is expected to fail now": (
        RED,
        report(a="passed", b="xfailed"),
        "skipped now: t.py::b",
    ),
    "the failing test passes unexpectedly": (
        RED,
        report(a="xpassed", b="passed"),
        "still failing: t.py::a",
    ),
    "a new test fails": (
        RED,
        report(a="passed", b="passed", c="failed"),
        "failing, newly collected: t.py::c",
    ),
    "everything is gone": (RED, report(5), "still failing: t.py::a"),
    "the run crashed after all passed": (
        RED,
        report(ending="crashed", message="killed by SIGSEGV", a="passed", b="passed"),
        "did not finish: killed by SIGSEGV",
    ),
    "the run timed out": (
        RED,
        report(ending="timeout", a="passed", b="passed"),
        "did not finish: timeout",
    ),
    "all pass and the status says no": (RED, report(2, a="passed", b="passed"), "exit status 2"),
    "many fail": (
        report(**dict.fromkeys("abcde", "failed")),
        report(**dict.fromkeys("abcde", "failed")),
        "still failing: t.py::a, t.py::b, t.py::c and 2 more",
    ),
    "a file opened up": (
        report(more={"t.py": "error"}),
        report(a="passed", b="passed"),
        "",
    ),
    "a file opened up, with one skipped": (
        report(more={"t.py": "error"}),
        report(a="passed", b="skipped"),
        "",
    ),
    "a file opened up and one of its tests fails": (
        report(more={"t.py": "error"}),
        report(a="passed", b="failed"),
        "still failing: t.py",
    ),
    "a file opened up to nothing but skips": (
        report(more={"t.py": "error"}),
        report(more={"u.py::z": "passed"}, a="skipped"),
        "still failing: t.py",
    ),
    "a file that could not be collected is gone": (
        report(more={"t.py": "error"}),
        report(more={"u.py::z": "passed"}),
        "still failing: t.py",
    ),
    "a folder opened up": (
        report(more={"tests/unit": "error"}),
        report(more={"tests/unit/t.py::a": "passed"}),
        "",
    ),
    "a command passes now": (report(command="failed"), report(command="passed"), ""),
    "pytest itself starts now": (report(4, command="failed"), report(a="passed", b="passed"), ""),
    "pytest itself starts now and a test fails": (
        report(4, command="failed"),
        report(a="passed", b="failed"),
        "still failing: command",
    ),
    "pytest itself does not start any more": (
        RED,
        report(4, command="failed"),
        "newly collected: command",
    ),
}


@pytest.mark.parametrize(("before", "after", "reason"), TABLE.values(), ids=TABLE.keys())
def test_judge(before: Report, after: Report, reason: str) -> None:
    verdict = judge(before, after, CODE)
    assert reason in " | ".join(verdict.reasons)
    assert verdict.green is (not reason)
    assert bool(verdict.reasons) is bool(reason)
    assert verdict.summary()


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_sums.py",
        "test_sums.py",
        "sums_test.py",
        "conftest.py",
        "pytest.ini",
        "pyproject.toml",
        "Makefile",
    ],
)
def test_a_change_that_touches_the_tests_is_green_only_where_that_is_allowed(path: str) -> None:
    after = report(a="passed", b="passed")
    verdict = judge(RED, after, change(path))
    assert not verdict.green and f"touches tests: {path}" in verdict.reasons
    assert judge(RED, after, change(path), allow_test_edits=True).green


def test_without_a_change_only_the_reports_count() -> None:
    green = report(a="passed")
    assert judge(green, green, None).green
    assert not judge(RED, RED, None).green


@pytest.mark.parametrize(
    ("after", "progress"),
    [
        (report(a="passed", b="failed", c="passed"), True),
        (report(a="failed", b="failed", c="passed"), False),
        (report(a="passed", b="failed", c="failed"), False),
        (report(a="passed", b="failed"), False),
    ],
)
def test_progress_is_something_won_and_nothing_lost(after: Report, progress: bool) -> None:
    before = report(a="failed", b="failed", c="passed")
    assert judge(before, after, CODE).progress is progress


BROKEN = "def total(prices):\n    return sum(prices\n"
WHOLE = "def total(prices):\n    return sum(prices)\n"
TEST = "def test_total():\n    from shop import total\n    assert total([1]) == 1\n"


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"test_a.py": f"import shop\n{TEST}"}, id="imported by a test"),
        pytest.param(
            {"conftest.py": "import shop\n", "test_a.py": TEST}, id="imported by conftest"
        ),
        pytest.param(
            {"tests/__init__.py": "import shop\n", "tests/test_a.py": TEST},
            id="imported by a package",
        ),
        pytest.param(
            {"tests/conftest.py": "import shop\n", "tests/test_a.py": TEST},
            id="by an inner conftest",
        ),
        pytest.param(
            {"conftest.py": "pytest_plugins = ['shop']\n", "test_a.py": TEST}, id="a plugin"
        ),
    ],
)
async def test_mending_a_file_that_kept_the_tests_from_starting_is_green(
    tmp_path: Path, lean_python: Path, files: dict[str, str]
) -> None:
    """However pytest tells that the code could not be imported, the way back to green is open."""
    suite = CommandSuite(
        tmp_path / "original",
        None,
        Interpreter(lean_python, "lean"),
        ProcessSandbox(),
        SuiteSettings(),
        Machine.current(),
    )
    reports = []
    for name, code in (("before", BROKEN), ("after", WHOLE)):
        for path, text in {**files, "shop.py": code}.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_text(text)
        reports.append(await suite.run(tmp_path / name))
    before, after = reports
    assert not before.green and before.failures, before
    assert after.green, after
    verdict = judge(before, after, make_change({"shop.py": BROKEN}, {"shop.py": WHOLE}, "fast"))
    assert verdict.green, verdict
