"""Small projects on disk, and a run of their tests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from verdigris.core.report import Report
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter

Run = Callable[..., Awaitable[Report]]


def put(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


async def run_suite(
    tree: Path,
    test_cmd: str | None = None,
    *,
    only: Sequence[str] = (),
    test_seconds: float | None = None,
    project: Path | None = None,
    python: Path,
    **settings: Any,
) -> Report:
    suite = CommandSuite(
        project or tree.with_name("original"),
        test_cmd,
        Interpreter(python, "the tests' own"),
        ProcessSandbox(),
        SuiteSettings(**{"wall_seconds": 60, **settings}),
        Machine.current(),
    )
    return await suite.run(tree, only=only, test_seconds=test_seconds)
