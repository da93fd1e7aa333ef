"""Small projects of every kind, each with the exact report that its tests must give."""

from __future__ import annotations

import shutil
from pathlib import Path

import corpus_command
import corpus_node
import corpus_pytest
import corpus_unittest
import pytest
from corpus_project import Project

from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter
from verdigris.suites.finding import find

PROJECTS: list[Project] = [
    *corpus_pytest.PROJECTS,
    *corpus_unittest.PROJECTS,
    *corpus_node.PROJECTS,
    *corpus_command.PROJECTS,
]


def installed(project: Project, folder: Path, request: pytest.FixtureRequest) -> None:
    if project.needs and shutil.which("node") is None:
        pytest.skip("node is not installed")
    if project.needs in ("jest", "vitest"):
        # As an install leaves it: a folder of packages beside package.json.
        packages = request.getfixturevalue("node_modules")
        (folder / "node_modules").mkdir()
        for package in packages.iterdir():
            (folder / "node_modules" / package.name).symlink_to(package)


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
async def test_the_report_is_exact(
    project: Project, tmp_path: Path, lean_python: Path, request: pytest.FixtureRequest
) -> None:
    original = project.put(tmp_path / "original")
    installed(project, original, request)
    tree = project.put(tmp_path / "copy")
    suite = CommandSuite(
        original,
        project.runs if project.given else None,
        Interpreter(lean_python, "the tests' own"),
        ProcessSandbox(),
        SuiteSettings(**{"wall_seconds": 60, **project.settings}),
        Machine.current(),
    )
    assert suite.command == project.runs
    report = await suite.run(tree, only=project.only, test_seconds=project.test_seconds)
    told = {
        result.id: f"{result.outcome}: {result.reason}" if result.failed else result.outcome
        for result in report.results
    }
    assert told == project.report, report.output
    assert (report.ending, project.message in report.message) == (project.ending, True)
    assert not report.green or set(told.values()) <= {"passed", "skipped", "xfailed", "xpassed"}


def test_there_are_enough_of_them_and_no_two_share_a_name() -> None:
    names = [project.name for project in PROJECTS]
    assert len(names) == len(set(names)) >= 50


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_what_was_found_is_explained(project: Project, tmp_path: Path) -> None:
    found = find(project.put(tmp_path))
    assert found.because and "\n" not in str(found)
