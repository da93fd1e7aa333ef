"""Cutting a short program out of a failing test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from verdigris.core.report import TestResult
from verdigris.steps.reproducing import LONGEST, reproduction

MODULE = '''\
"""Tests."""
import json
import math as m
from collections import *
from shop import total

LIMIT = 100
RATES = [LIMIT, 2]


def helper(values):
    return total(values) + RATES[1]


def unused():
    return json.dumps({})


def test_a():
    assert helper([1]) == 4


@pytest.mark.parametrize("n", [1, 2])
def test_b(n):
    assert total([n]) == m.floor(n)


class TestC:
    start = 3

    def setup_method(self):
        self.value = self.grown()

    def grown(self):
        return self.start + 1

    def test_one(self):
        assert self.value == 5

    def test_two(self):
        assert unused()
'''


def failure(name: str) -> TestResult:
    return TestResult(id=f"test_shop.py::{name}", outcome="failed", message="assert 3 == 4")


def test_what_the_test_needs_is_kept_and_nothing_else(tmp_path: Path) -> None:
    made = reproduction(MODULE, failure("test_a"))
    for kept in ("from shop import total", "LIMIT = 100", "RATES", "def helper", "import *"):
        assert kept in made
    for left in ("json", "unused", "test_b", "TestC", "math"):
        assert left not in made
    (tmp_path / "shop.py").write_text("def total(values):\n    return sum(values)\n")
    (tmp_path / "cut.py").write_text(made)
    done = subprocess.run(
        [sys.executable, "cut.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "AssertionError" in done.stderr


def test_what_needs_pytest_says_so() -> None:
    made = reproduction(MODULE, failure("test_b[1]"))
    assert "# Run by: pytest 'test_shop.py::test_b[1]'" in made
    assert "parametrize" in made and "import math as m" in made and not made.endswith("test_b()\n")


def test_of_a_class_the_one_method_and_what_sets_it_up_is_kept() -> None:
    made = reproduction(MODULE, failure("TestC::test_one"))
    for kept in ("class TestC:", "start = 3", "def setup_method", "def grown", "def test_one"):
        assert kept in made
    assert "test_two" not in made
    compile(made, "made", "exec")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (None, "test_a"),
        ("def test_a(:\n", "test_a"),
        (MODULE, "test_gone"),
        (MODULE, "TestC::test_gone"),
        (MODULE.replace("LIMIT = 100", f"LIMIT = '{'x' * LONGEST}'"), "test_a"),
    ],
)
def test_where_none_can_be_cut_out_there_is_none(text: str | None, name: str) -> None:
    assert reproduction(text, failure(name)) == ""


def test_other_languages_are_left_alone() -> None:
    told = TestResult(id="shop.test.js::adds", outcome="failed")
    assert reproduction("test('adds', () => {})", told) == ""


DECORATED = """\
import pytest


@pytest.mark.slow
class TestC:
    @pytest.mark.parametrize("n", [1, 2])
    def test_one(self, n):
        assert n == 3

    @pytest.mark.skip
    @staticmethod
    def helper():
        return 1

    @pytest.mark.parametrize("n", [7, 8])
    def test_two(self, n):
        assert n == 3
"""


@pytest.mark.parametrize(("name", "own", "other"), [("one", 1, 7), ("two", 7, 1)])
def test_each_method_keeps_its_own_decorators(name: str, own: int, other: int) -> None:
    made = reproduction(DECORATED, failure(f"TestC::test_{name}"))
    compile(made, "made", "exec")
    assert "@pytest.mark.slow\nclass TestC:\n    @pytest" in made
    assert f"[{own}, " in made and f"[{other}, " not in made and "skip" not in made


@pytest.mark.parametrize("mark", ["\x0c", "\x0b", "\x1c", "\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_where_python_says(mark: str, end: str) -> None:
    text = f"SEPARATOR = '{mark}'\n\x0c\nLIMIT = 4\n\n\ndef test_a():\n    assert LIMIT == 5\n"
    made = reproduction(text.replace("\n", end), failure("test_a"))
    assert made.endswith("LIMIT = 4\n\n\ndef test_a():\n    assert LIMIT == 5\n\ntest_a()\n")
    assert "SEPARATOR" not in made


def test_code_that_cannot_be_read_gives_none() -> None:
    deep = f"def test_a():\n    assert {'(' * 300}1{')' * 300}\n"
    for text in (deep, "def test_a():\n    assert '\udc80'\n", "def test_a():\n    \0\n"):
        assert reproduction(text, failure("test_a")) == ""
