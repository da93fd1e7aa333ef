"""Candidates for a project whose tests are unittest's are tried by a warm pytest; where that tells
something else of the project, they are not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from warm_projects import Project, edit

from verdigris.core.task import Task
from verdigris.engine.assemble import suite
from verdigris.settings import Settings, load
from verdigris.suites.warm.trials import Trials

BROKEN = "def double(n):\n    return n + n + 1\n"
TESTS = """\
import unittest

from sums import double


class DoubleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cases = {2: 4}

    def test_two(self):
        for given, wanted in self.cases.items():
            self.assertEqual(double(given), wanted)

    def test_text(self):
        self.assertIn("NAMED", "NAMED")
"""


@pytest.fixture
def settings(tmp_path: Path, lean_python: Path) -> Settings:
    flags = {"suite.python": str(lean_python), "paths.data": str(tmp_path / "data")}
    return load(flags=flags, environ={}).settings


@pytest.mark.parametrize(
    ("tests", "level"),
    [(TESTS, "collected"), (TESTS.replace('"NAMED")\n', "__import__('sys').argv[0])\n"), "cold")],
    ids=["faithful", "asks for the runner"],
)
async def test_a_warm_pytest_tries_what_unittest_will_judge(
    project: Callable[..., Project], settings: Settings, tests: str, level: str
) -> None:
    place = project({"sums.py": BROKEN, "test_sums.py": tests.replace("NAMED", "unittest")})
    runner = await suite(Task(goal="", root=str(place.folder)), settings, "test")
    async with place.fresh() as tree:
        known = await runner.run(tree)
    assert [failure.id for failure in known.failures] == ["test_sums.py::DoubleTest::test_two"]
    mended = edit({"sums.py": BROKEN.replace(" + 1", "")})
    async with Trials(runner, place.fresh, known=known, cold_first=0) as trials:
        told = await trials.try_change(mended, test_seconds=10)
        assert told.level == level, told.reason
        assert told.report.green
        assert len(told.report.passed) == 2
        if level == "collected":
            reports = await trials.try_many([mended, mended], only=(), test_seconds=10)
            assert all(report.green for report in reports)
            assert trials.together > 1
