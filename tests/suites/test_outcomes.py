"""Every way a single test can end, from one real run of pytest."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from small_projects import put, run_suite

from verdigris.core.report import Report

FILES = {
    "lib.py": """\
def broken(n):
    if n:
        raise ValueError(f"bad {n}")


def deep(n):
    return deep(n + 1)


class Rude(Exception):
    def __str__(self):
        raise RuntimeError("no words")
""",
    "test_lib.py": """\
import os
import sys
import unittest

import pytest
import lib


def test_passes():
    assert True


def test_raises():
    lib.broken(7)


def test_asserts():
    assert 200 + 6 == 120


@pytest.mark.parametrize(("n", "word"), [(1, "one"), (2, "zwei/dos"), (3, "größe")])
def test_table(n, word):
    assert n != 2


class TestClass:
    def test_method(self):
        lib.broken(1)

    class TestInner:
        def test_inner(self):
            pass


class TestCase(unittest.TestCase):
    def test_case(self):
        self.assertEqual(1, 2)

    @unittest.skip("later")
    def test_skipped(self):
        pass


@pytest.fixture
def bad_setup():
    raise KeyError("setup")


@pytest.fixture
def bad_teardown():
    yield
    lib.broken(9)


def test_setup(bad_setup):
    pass


def test_teardown(bad_teardown):
    pass


def test_both(bad_teardown):
    raise TypeError("in the call")


def test_skip():
    pytest.skip("not today")


@pytest.mark.skipif(True, reason="marked")
def test_skipif():
    pass


@pytest.mark.xfail(reason="known")
def test_xfail():
    assert False


@pytest.mark.xfail(reason="known")
def test_xpass():
    pass


@pytest.mark.xfail(reason="known", strict=True)
def test_strict():
    pass


def test_xfail_inside():
    pytest.xfail("inside")


def test_exit():
    sys.exit(3)


def test_pytest_fail():
    pytest.fail("said so")


def test_odd_characters():
    raise ValueError("lone \\ud800 escape \\x1b[31m null \\x00 bell \\x07 end")


def test_rude():
    raise lib.Rude


def test_long():
    raise ValueError("x" * 100_000)


def test_recursion():
    lib.deep(0)


def test_elsewhere(tmp_path):
    os.chdir(tmp_path)
    lib.broken(5)


def test_group():
    raise ExceptionGroup("several", [ValueError("a"), KeyError("b")])
""",
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory, lean_python: Path) -> Report:
    tree = put(tmp_path_factory.mktemp("outcomes"), FILES)
    return asyncio.run(run_suite(tree, python=lean_python))


NAMES = [
    ("test_passes", "passed", ""),
    ("test_raises", "failed", "ValueError"),
    ("test_asserts", "failed", "AssertionError"),
    ("test_table[1-one]", "passed", ""),
    ("test_table[2-zwei/dos]", "failed", "AssertionError"),
    (r"test_table[3-gr\xf6\xdfe]", "passed", ""),
    ("TestClass::test_method", "failed", "ValueError"),
    ("TestClass::TestInner::test_inner", "passed", ""),
    ("TestCase::test_case", "failed", "AssertionError"),
    ("TestCase::test_skipped", "skipped", ""),
    ("test_setup", "error", "KeyError"),
    ("test_teardown", "error", "ValueError"),
    ("test_both", "failed", "TypeError"),
    ("test_skip", "skipped", ""),
    ("test_skipif", "skipped", ""),
    ("test_xfail", "xfailed", ""),
    ("test_xpass", "xpassed", ""),
    ("test_strict", "failed", ""),
    ("test_xfail_inside", "xfailed", ""),
    ("test_exit", "failed", "SystemExit"),
    ("test_pytest_fail", "failed", "Failed"),
    ("test_odd_characters", "failed", "ValueError"),
    ("test_rude", "failed", "Rude"),
    ("test_long", "failed", "ValueError"),
    ("test_recursion", "failed", "RecursionError"),
    ("test_elsewhere", "failed", "ValueError"),
    ("test_group", "failed", "ExceptionGroup"),
]


@pytest.mark.parametrize(("name", "outcome", "exception"), NAMES, ids=[n for n, *_ in NAMES])
def test_each_test_is_told_apart(report: Report, name: str, outcome: str, exception: str) -> None:
    result = report.result(f"test_lib.py::{name}")
    assert result is not None, [r.id for r in report.results]
    assert (result.outcome, result.exception) == (outcome, exception)
    assert bool(result.details) == result.failed


def test_nothing_is_added_or_lost(report: Report) -> None:
    assert [result.id for result in report.results] == [f"test_lib.py::{n}" for n, *_ in NAMES]
    assert (report.ending, report.exit_code, report.green) == ("finished", 1, False)


@pytest.mark.parametrize(
    ("name", "frames"),
    [
        ("test_raises", ["test_lib.py:14:test_raises", "lib.py:3:broken"]),
        ("TestClass::test_method", ["test_lib.py:28:test_method", "lib.py:3:broken"]),
        ("test_teardown", ["test_lib.py:52:bad_teardown", "lib.py:3:broken"]),
        ("test_elsewhere", ["test_lib.py:121:test_elsewhere", "lib.py:3:broken"]),
        ("test_setup", ["test_lib.py:46:bad_setup"]),
    ],
)
def test_frames_are_of_the_project_outermost_first(
    report: Report, name: str, frames: list[str]
) -> None:
    result = report.result(f"test_lib.py::{name}")
    assert result is not None
    assert [f"{f.path}:{f.line}:{f.function}" for f in result.frames] == frames


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("test_raises", "ValueError: bad 7"),
        ("test_asserts", "assert (200 + 6) == 120"),
        ("test_setup", "KeyError: 'setup'"),
        ("test_both", "TypeError: in the call"),
        ("test_pytest_fail", "said so"),
        ("test_skip", "not today"),
        ("test_strict", "XPASS(strict)"),
        ("test_odd_characters", "lone"),
    ],
)
def test_messages_say_what_happened(report: Report, name: str, message: str) -> None:
    result = report.result(f"test_lib.py::{name}")
    assert result is not None and message in result.message


def test_the_report_stays_small_and_can_be_written(report: Report) -> None:
    assert Report.model_validate_json(report.model_dump_json()) == report
    longest = max(len(r.message) + len(r.details) for r in report.results)
    assert longest < 10_000
    assert max(len(r.frames) for r in report.results) <= 30
