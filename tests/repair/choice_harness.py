"""Puts a situation on disk and has its candidates put in order by the real thing."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from repair.choice_situations import Situation
from verdigris.core.change import Change, make_change
from verdigris.engine.choosing import choose
from verdigris.repair.choosing.choice import Choice
from verdigris.repair.choosing.green import Green
from verdigris.sandbox.base import Sandbox
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter
from verdigris.suites.environments import look_at


def green(before: str, after: str, *, weight: float = 1.0, path: str = "shop.py") -> Green:
    change = make_change({path: before}, {path: after}, "search")
    assert change is not None
    return Green(change, weight=weight)


def greens_of(situation: Situation) -> list[Green]:
    weights = situation.weights or (1.0,) * len(situation.candidates)
    return [
        green(situation.code, situation.text(number), weight=weight)
        for number, weight in enumerate(weights)
    ]


async def chosen(
    greens: Sequence[Green],
    files: Mapping[str, str],
    python: Path,
    *,
    failing: Sequence[str],
    passing: Sequence[str],
    test_cmd: str | None = None,
    sandbox: Sandbox | None = None,
    seconds: float = 20,
) -> Choice:
    with tempfile.TemporaryDirectory(prefix="verdigris-choice-") as folder:
        project = Path(folder, "project")
        for name, text in files.items():
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(text, "utf-8")

        @asynccontextmanager
        async def copy(change: Change | None) -> AsyncIterator[Path]:
            with tempfile.TemporaryDirectory(dir=folder) as place:
                tree = Path(place, "copy")
                shutil.copytree(project, tree)
                for edit in change.edits if change else ():
                    (tree / edit.path).write_text(edit.after or "", "utf-8")
                yield tree

        suite = CommandSuite(
            project, test_cmd, Interpreter(python, "the tests' own", look_at(python, project)),
            sandbox or ProcessSandbox(), SuiteSettings(wall_seconds=60), Machine.current(),
        )  # fmt: skip
        return await choose(
            greens, suite=suite, tree_for=copy, failing=failing, passing=passing, seconds=seconds
        )


async def chosen_for(situation: Situation, python: Path) -> Choice:
    tests = situation.tests.strip().count("\n\n") + 1
    ids = [f"test_shop.py::test_{n}" for n in range(tests)]
    files = {"shop.py": situation.code, "test_shop.py": situation.test_file}
    return await chosen(greens_of(situation), files, python, failing=ids[:1], passing=ids[1:])
