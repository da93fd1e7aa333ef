"""A project whose tests are run, observed and localised, without the steps around that."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from verdigris.core.observed import Observed
from verdigris.core.plan import Place
from verdigris.core.repair import Localised
from verdigris.core.report import Report
from verdigris.repair.locating.localise import localise
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter
from verdigris.suites.spectrum import observe


@dataclass(frozen=True)
class Scene:
    """A project whose tests were run, and observed."""

    tree: Path
    report: Report
    observed: Observed

    async def localise(self, tests: str = "") -> tuple[list[Place], Localised]:
        """Localise the failures, or those whose test's id begins so."""
        kept = tuple(r for r in self.report.results if r.id.startswith(tests))
        report = self.report.model_copy(update={"results": kept})
        return await localise(self.tree, report, self.observed)


async def watch(
    tree: Path, files: dict[str, str], python: Path, *, seconds: float = 20.0, test_cmd: str = ""
) -> Scene:
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, "utf-8")

    @contextlib.asynccontextmanager
    async def fresh() -> AsyncIterator[Path]:
        with tempfile.TemporaryDirectory(dir=tree.parent) as folder:
            yield Path(shutil.copytree(tree, Path(folder) / "copy"))

    suite = CommandSuite(
        tree.with_name("original"), test_cmd or None, Interpreter(python, "the tests' own"),
        ProcessSandbox(), SuiteSettings(wall_seconds=60, test_seconds=2), Machine.current(),
    )  # fmt: skip
    async with fresh() as copy:
        report = await suite.run(copy)
    return Scene(tree, report, await observe(suite, fresh, report, seconds))
