"""Runs a test command with our reporting plugin slipped in through the environment.

Because the plugin comes by environment variables, it reaches pytest however it is started: by
itself, by `make test`, by a script. A command that never starts pytest is judged by its exit
status as one single test.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from verdigris.core.report import Report
from verdigris.sandbox.base import Limits, Sandbox
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites.detect import Interpreter
from verdigris.suites.reading import read_report

PLUGIN = Path(__file__).parent / "plugin"


class CommandSuite:
    def __init__(
        self,
        project: Path,
        test_cmd: str | None,
        interpreter: Interpreter,
        sandbox: Sandbox,
        settings: SuiteSettings,
        machine: Machine,
        label: str = "suite",
    ) -> None:
        self.command = test_cmd or "python -m pytest"
        kept = "isolated" if sandbox.isolates else "limited, not isolated"
        self.where = f"{interpreter.path}, {interpreter.origin}; {sandbox.name}: {kept}"
        self._label = label
        self._argv = (
            ["/bin/sh", "-c", test_cmd] if test_cmd else [str(interpreter.path), "-m", "pytest"]
        )
        self._project = project
        self._interpreter = interpreter
        self._sandbox = sandbox
        self._settings = settings
        self._machine = machine

    async def run(
        self, tree: Path, *, only: Sequence[str] = (), test_seconds: float | None = None
    ) -> Report:
        # Beside the tree, not in it: what the suite reports is not the project's to find.
        with tempfile.TemporaryDirectory(
            prefix=f"verdigris-{self._label}-", ignore_cleanup_errors=True
        ) as scratch:
            desk = Path(scratch)
            (desk / "home").mkdir()
            (desk / "tmp").mkdir()
            if only:
                (desk / "only.json").write_text(json.dumps(list(only)), "utf-8")
            done = await self._sandbox.run(
                self._argv,
                cwd=tree,
                env=self._environment(tree, desk, bool(only), test_seconds),
                limits=self._limits(),
            )
            return read_report(self.command, done, desk / "records", desk / "hang", tree)

    def _limits(self) -> Limits:
        own = self._settings
        return Limits(
            wall_seconds=own.wall_seconds,
            cpu_seconds=own.cpu_seconds,
            memory_mb=own.memory_mb,
            file_mb=own.file_mb,
            output_kb=own.output_kb,
        )

    def _environment(
        self, tree: Path, desk: Path, some: bool, test_seconds: float | None
    ) -> Mapping[str, str]:
        """Return all the variables the tests see. Nothing is inherited but the search path."""
        source = tree / "src"
        python_path = [str(PLUGIN)] + ([str(source)] if source.is_dir() else [])
        env = {
            "PATH": f"{self._interpreter.path.parent}:{self._machine.path}",
            "HOME": str(desk / "home"),
            "TMPDIR": str(desk / "tmp"),
            "LANG": "C.UTF-8",
            "PYTHONPATH": ":".join(python_path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONHASHSEED": "0",
            "PYTEST_ADDOPTS": "-p verdigris_report",
            "VERDIGRIS_REPORT": str(desk / "records"),
            "VERDIGRIS_ROOT": str(tree),
            "VERDIGRIS_ORIGIN": str(self._project),
            "VERDIGRIS_TEST_SECONDS": str(test_seconds or self._settings.test_seconds),
            "VERDIGRIS_HANG": str(desk / "hang"),
            # Shortly before the wall clock strikes, so that the stack is there when it does.
            "VERDIGRIS_HANG_SECONDS": str(max(self._settings.wall_seconds - 1, 0.5)),
        }
        if some:
            env["VERDIGRIS_ONLY"] = str(desk / "only.json")
        return env
