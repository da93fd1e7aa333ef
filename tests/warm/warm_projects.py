"""Small projects for the warm runner: how they are started, run cold, and compared."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from verdigris.core.change import Change, FileEdit
from verdigris.core.report import Report
from verdigris.sandbox.base import Limits, Sandbox, View
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine
from verdigris.suites.environments import look_at
from verdigris.suites.reading import read_report
from verdigris.suites.warm.launch import PLUGIN, Launch, pytest_words
from verdigris.suites.warm.runner import WarmRunner

LIMITS = Limits(
    wall_seconds=30, cpu_seconds=20, memory_mb=2048, file_mb=64, disk_mb=256, processes=200,
    open_files=1024, output_kb=1024,
)  # fmt: skip
BEHIND = {
    "fact.py": "def fact(n):\n    if n < 2:\n        return 1\n    return n + fact(n - 1)\n",
    "test_fact.py": (
        "import pytest\nfrom fact import fact\n\n\n"
        '@pytest.mark.parametrize("n, r", [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24), (5, 120)])\n'
        "def test_fact(n, r):\n    assert fact(n) == r\n"
    ),
}
MENDED = BEHIND["fact.py"].replace("n + fact", "n * fact")


def put(folder: Path, files: Mapping[str, str | None]) -> Path:
    for name, text in files.items():
        if text is None:
            (folder / name).unlink()
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def edit(files: Mapping[str, str | None]) -> Change:
    """Return a change that writes files as they are given; what was there does not matter."""
    edits = tuple(FileEdit(path=path, before="", after=text) for path, text in files.items())
    return Change(edits=edits, origin="user")


class Project:
    """A project on disk, to be run warm and cold in the same way."""

    def __init__(
        self,
        folder: Path,
        python: Path,
        files: Mapping[str, str],
        *,
        test_cmd: str | None = None,
        limits: Limits = LIMITS,
        sandbox: Sandbox | None = None,
    ) -> None:
        self.folder = put(folder, files)
        self.sandbox = sandbox or ProcessSandbox()
        words = pytest_words(test_cmd, python)
        assert words is not None
        self.launch = Launch(
            command=test_cmd or "python -m pytest",
            argv=words,
            environment=lambda tree: {
                "PATH": f"{python.parent}:{Machine.current().path}",
                "LANG": "C.UTF-8",
                "PYTHONPATH": f"{tree}/src" if (tree / "src").is_dir() else "",
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONHASHSEED": "0",
            },
            origin=self.folder,
            limits=limits,
            view=View(readable=look_at(python, folder).readable),
        )

    @contextlib.asynccontextmanager
    async def fresh(self, change: Change | None = None) -> AsyncIterator[Path]:
        with tempfile.TemporaryDirectory(prefix="warm-copy-", ignore_cleanup_errors=True) as place:
            tree = Path(shutil.copytree(self.folder, Path(place).resolve() / "project"))
            yield put(tree, {one.path: one.after for one in change.edits} if change else {})

    def runner(self, *, workers: int = 1, known: Report | None = None) -> WarmRunner:
        return WarmRunner(self.launch, self.sandbox, self.fresh, workers=workers, known=known)

    async def cold(self, files: Mapping[str, str | None], only: Sequence[str] = ()) -> Report:
        """Run the project with some files changed, in a process of its own."""
        async with self.fresh() as tree:
            return await ColdSuite(self).run(put(tree, files), only=only)


class ColdSuite:
    """A suite as the steps know it, which also says how a worker of it is started."""

    command = "python -m pytest"
    where = caution = ""

    def __init__(self, project: Project, *, warmable: bool = True) -> None:
        self._project = project
        self._warmable = warmable
        self.runs = 0

    @property
    def sandbox(self) -> Sandbox:
        return self._project.sandbox

    def launch(self) -> Launch | None:
        return self._project.launch if self._warmable else None

    async def run(
        self,
        tree: Path,
        *,
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        seed: int = 0,
    ) -> Report:
        self.runs += 1
        launch = self._project.launch
        with tempfile.TemporaryDirectory(prefix="warm-desk-") as place:
            desk = Path(place).resolve()
            (desk / "only.json").write_text(json.dumps(list(only)))
            given = launch.environment(tree)
            env = {
                **given,
                "PYTHONPATH": f"{PLUGIN}:{given['PYTHONPATH']}",
                "PYTEST_ADDOPTS": "-p verdigris_report",
                "VERDIGRIS_REPORT": f"{desk}/records",
                "VERDIGRIS_ROOT": str(tree),
                "VERDIGRIS_ORIGIN": str(self._project.folder),
                "VERDIGRIS_TEST_SECONDS": str(test_seconds or 10),
                **({"VERDIGRIS_ONLY": f"{desk}/only.json"} if only else {}),
            }
            view = View(readable=(*launch.view.readable, PLUGIN), kept=(desk,))
            done = await self.sandbox.run(
                launch.argv, cwd=tree, env=env, limits=launch.limits, view=view
            )
            return read_report(launch.command, done, desk / "records", desk / "hang", tree)


def told(report: Report) -> dict[str, object]:
    """Return all a report says of every test, but for times, addresses and the place it ran at."""
    said = {
        result.id: json.loads(_CHANCE.sub("…", result.model_dump_json(exclude={"seconds"})))
        for result in report.results
    }
    return {**said, "": (report.ending, report.exit_code, report.message)}


_CHANCE = re.compile(r"0x[0-9a-f]+|/[^ \"']*/(?:warm-copy-|pytest-of-)[^/]+/")
