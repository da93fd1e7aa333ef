"""Small projects whose tests are run for real: pytest and node:test, in the sandbox."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path

from verdigris.core.change import Change, FileEdit
from verdigris.core.report import Report
from verdigris.core.report import TestResult as Result
from verdigris.sandbox.base import Sandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter
from verdigris.suites.environments import look_at
from verdigris.suites.scripted import ScriptedSuite
from verdigris.suites.warm.trials import Trials


def put(folder: Path, files: Mapping[str, str | None]) -> Path:
    for name, text in files.items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
    return folder


def write(path: str, text: str) -> Change:
    return Change(edits=(FileEdit(path=path, before="", after=text),), origin="fast")


class Place:
    """A project on disk, and trials of changes on top of it."""

    def __init__(self, folder: Path, files: Mapping[str, str]) -> None:
        self.folder = put(folder, files)

    @contextlib.asynccontextmanager
    async def copy(self, change: Change | None) -> AsyncIterator[Path]:
        with tempfile.TemporaryDirectory(prefix="trust-", ignore_cleanup_errors=True) as place:
            tree = Path(shutil.copytree(self.folder, Path(place).resolve() / "project"))
            yield put(tree, {one.path: one.after for one in change.edits} if change else {})

    def trials(self, python: Path, sandbox: Sandbox, *, warm: bool) -> Trials:
        suite = CommandSuite(
            self.folder,
            None,
            Interpreter(python, "the tests' own", look_at(python, self.folder)),
            sandbox,
            SuiteSettings(wall_seconds=60, output_kb=256),
            Machine.current(),
        )
        return Trials(suite, self.copy, cold_first=0 if warm else 1000)


def scripted(folder: Path, judge: Callable[[str], Mapping[str, bool]]) -> Trials:
    """Return trials in which a function of the candidate's text tells which tests pass."""
    place = Place(folder, {"part.py": "stub"})

    def report(tree: Path) -> Report:
        told = judge((tree / "part.py").read_text("utf-8"))
        results = tuple(
            Result(id=f"test_part.py::{name}", outcome="passed" if good else "failed")
            for name, good in told.items()
        )
        status = 0 if all(told.values()) else 1
        return Report(command="scripted", exit_code=status, results=results)

    return Trials(ScriptedSuite(report), place.copy)


def pytest_file(bodies: Mapping[str, str], names: Sequence[str] | None = None) -> str:
    lines = ["from part import double\n"]
    for name in bodies if names is None else names:
        inner = "".join(f"    {line}\n" for line in bodies[name].splitlines())
        lines.append(f"\n\ndef test_{name}():\n{inner}")
    return "".join(lines)


def node_file(bodies: Mapping[str, str], names: Sequence[str] | None = None) -> str:
    lines = [
        "import test from 'node:test';\nimport assert from 'node:assert/strict';\n",
        "import { double } from '../src/part.mjs';\n",
    ]
    for name in bodies if names is None else names:
        lines.append(f"\ntest('{name}', () => {{\n  {bodies[name]}\n}});\n")
    return "".join(lines)
