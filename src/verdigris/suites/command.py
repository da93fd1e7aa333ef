"""Runs a test command with our reporters slipped in through the environment.

Because they come by environment variables, they reach pytest, unittest, node:test, Jest and Vitest
however these are started: by themselves, by `make test`, by a script. Any other command is judged
by the JUnit files it writes, the TAP it prints, or its exit status as one single test.
"""

from __future__ import annotations

import itertools
import json
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from verdigris.core.report import Report
from verdigris.sandbox.base import Completed, Limits, Sandbox, View
from verdigris.settings import Machine, SuiteSettings
from verdigris.suites import node, shell
from verdigris.suites.detect import SYSTEM_PATH, Interpreter
from verdigris.suites.finding import Found, asked, find
from verdigris.suites.node_program import NodeProgram, choose
from verdigris.suites.programs import session
from verdigris.suites.reading import read_report
from verdigris.suites.warm.launch import Launch, pytest_words

PLUGIN = Path(__file__).parent / "plugin"
_MOST_WRITTEN = 1000
"""Files that are looked at for results; a suite that writes more is up to something."""


class CommandSuite:
    def __init__(
        self,
        project: Path,
        command: str | Found | None,
        interpreter: Interpreter,
        sandbox: Sandbox,
        settings: SuiteSettings,
        machine: Machine,
        label: str = "suite",
        caution: str = "",
    ) -> None:
        found = asked(command) if isinstance(command, str) else command
        self.found = found or find(project)
        self.command = self.found.command
        self.caution = caution
        self._label = label
        self._project = project
        self.sandbox = sandbox
        self._settings = settings
        self._machine = machine
        self.use(interpreter)

    def use(self, interpreter: Interpreter) -> None:
        """Run the tests with this interpreter from now on."""
        self._interpreter = interpreter
        kept = "isolated" if self.sandbox.isolates else "limited, not isolated"
        with_ = f"{interpreter.path}, {interpreter.origin}"
        self._node = NodeProgram()
        if self._uses_node and self.sandbox.python is None:
            typed = self.found.typed
            self._node = choose(self._project, self.command, self._machine, typed=typed)
        if self.found.runner == "node":
            with_ = "the packages in node_modules"
            with_ += ", the Node of verdigris[node]" if self._node.brought else ""
        self.where = f"{self.found.because}; {with_}; {self.sandbox.name}: {kept}"

    async def run(
        self,
        tree: Path,
        *,
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        seed: int = 0,
    ) -> Report:
        return await self.run_with(tree, only=only, test_seconds=test_seconds, seed=seed)

    async def run_with(
        self,
        tree: Path,
        *,
        plugins: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        kept: Sequence[Path] = (),
        readable: Sequence[Path] = (),
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        wall_seconds: float | None = None,
        seed: int = 0,
    ) -> Report:
        """Run the tests as `run` does, with more of our plugins loaded into the project's Python.

        `env` is what they are told, `kept` what they write to, `readable` what they read;
        `wall_seconds` may only lower the limit of the whole run.
        """
        wall = min(wall_seconds or self._settings.wall_seconds, self._settings.wall_seconds)
        # Beside the tree, not in it: what the suite reports is not the project's to find.
        with tempfile.TemporaryDirectory(
            prefix=f"verdigris-{self._label}-", ignore_cleanup_errors=True
        ) as scratch:
            desk = Path(scratch).resolve()
            for name in ("records", "hang", "mark"):
                (desk / name).touch()
            (desk / "written").mkdir()
            if self._uses_node:
                node.link_packages(self._project, tree)
            if only:
                (desk / "only.json").write_text(json.dumps(list(only)), "utf-8")
            loaded = ["verdigris_report", *plugins]
            view = self._view(desk)
            done = await self.sandbox.run(
                self._argv(desk),
                cwd=tree,
                env={
                    **self._environment(tree, desk, bool(only), test_seconds, wall),
                    "PYTEST_ADDOPTS": " ".join(f"-p {name}" for name in loaded),
                    "PYTHONHASHSEED": str(seed),
                    **(env or {}),
                },
                limits=self._limits(only, test_seconds, wall),
                view=View(readable=(*view.readable, *readable), kept=(*view.kept, *kept)),
            )
            return read_report(
                self.command,
                done,
                desk / "records",
                desk / "hang",
                tree,
                only=only,
                written=_entries(desk / "written"),
            )

    async def start(
        self,
        tree: Path,
        program: Sequence[str],
        lines: Sequence[Sequence[str]],
        *,
        wall_seconds: float,
    ) -> Completed:
        """Start the project's own program, see `programs.Starting`."""
        if self._uses_node:
            node.link_packages(self._project, tree)
        told = self._environment(tree, Path("/"), False, None, wall_seconds)
        # Nothing of ours is loaded into it: it reports to nobody.
        env = {name: told[name] for name in ("PATH", "LANG", "PYTHONDONTWRITEBYTECODE")}
        env["PYTHONPATH"] = told["PYTHONPATH"].partition(":")[2]
        packages = node.readable(self._project, self._node.path) if self._uses_node else ()
        first, *more = program
        words = [str(self._interpreter.path) if first == "python" else first, *more]
        return await self.sandbox.run(
            session(words, lines),
            cwd=tree,
            env=env,
            limits=self._limits((), None, min(wall_seconds, self._settings.wall_seconds)),
            view=View(readable=(*self._interpreter.environment.readable, *packages)),
        )

    def launch(self) -> Launch | None:
        """Return how a warm worker is started; None when the command does not allow it.

        pytest runs tests for unittest too: where it reports of the unchanged project what unittest
        did, it tries candidates for it. The verdict is unittest's in any case.
        """
        own = self.found.arguments == ("-m", "pytest")
        words = pytest_words(None if own else self.command, self._interpreter.path)
        if self.found.arguments[:3] == ("-m", "unittest", "discover"):
            words = (*(str(self._interpreter.path), "-m", "pytest"), "-o", "python_files=*test*.py")
        # A container has its own processes and no door of ours.
        if words is None or self.found.runner == "node" or self.sandbox.python is not None:
            return None
        return Launch(
            self.command,
            words,
            lambda tree: {
                **self._environment(tree, Path("/"), False, None, self._settings.wall_seconds),
                "PYTHONHASHSEED": "0",
            },
            self._project,
            self._limits((), None, self._settings.wall_seconds),
            View(readable=self._interpreter.environment.readable),
            test_seconds=self._settings.test_seconds,
        )

    def _argv(self, desk: Path) -> list[str]:
        if self.found.arguments:
            return [str(self._interpreter.path), *self.found.arguments]
        line = node.with_preload(self.command) if self._uses_node else self.command
        return shell.words(line, desk / "mark", desk / "written")

    @property
    def _uses_node(self) -> bool:
        by_hand = self.found.runner == "command" and (self._project / "package.json").exists()
        return self.found.runner == "node" or by_hand

    def _view(self, desk: Path) -> View:
        packages = node.readable(self._project, self._node.path) if self._uses_node else ()
        return View(
            readable=(
                *(PLUGIN, desk / "only.json", desk / "mark"),
                *self._interpreter.environment.readable,
                *packages,
            ),
            kept=(desk / "records", desk / "hang", desk / "written"),
        )

    def _limits(self, only: Sequence[str], test_seconds: float | None, wall: float) -> Limits:
        own = self._settings
        if self._uses_node and only and test_seconds:
            # A loop in JavaScript cannot be interrupted from within, as Python's tests are.
            wall = min(wall, test_seconds * len(only) + 30)
        return Limits(
            wall_seconds=wall,
            cpu_seconds=own.cpu_seconds,
            memory_mb=own.memory_mb,
            file_mb=own.file_mb,
            disk_mb=own.disk_mb,
            processes=own.processes,
            open_files=own.open_files,
            output_kb=own.output_kb,
        )

    def _environment(
        self, tree: Path, desk: Path, some: bool, test_seconds: float | None, wall: float
    ) -> Mapping[str, str]:
        """Return all the variables the tests see. Nothing is inherited but the search path.

        HOME and TMPDIR are the sandbox's business.
        """
        source = tree / "src"
        python_path = [PLUGIN, *([source] if source.is_dir() else [])]
        # An editable install names the original folder, which a sandbox does not show.
        python_path += [tree / place for place in self._interpreter.environment.editable]
        path = SYSTEM_PATH if self.sandbox.python else self._machine.path
        env = {
            "PATH": self._node.before(f"{self._interpreter.path.parent}:{path}"),
            "LANG": "C.UTF-8",
            "PYTHONPATH": ":".join(map(str, python_path)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "VERDIGRIS_REPORT": str(desk / "records"),
            "VERDIGRIS_ROOT": str(tree),
            "VERDIGRIS_ORIGIN": str(self._project),
            "VERDIGRIS_TEST_SECONDS": str(test_seconds or self._settings.test_seconds),
            "VERDIGRIS_HANG": str(desk / "hang"),
            # Shortly before the wall clock strikes, so that the stack is there when it does. A
            # moment, not a span: how long Python takes to start must not move it.
            "VERDIGRIS_HANG_AT": str(time.time() + max(wall - 1, wall / 2)),
        }
        if self._uses_node:
            env.update(node.variables(tree, env["PATH"]))
        if some:
            env["VERDIGRIS_ONLY"] = str(desk / "only.json")
        return env


def _entries(folder: Path) -> list[Path]:
    """Return some of what is in a folder that the command could do anything to."""
    try:
        return list(itertools.islice(folder.iterdir(), _MOST_WRITTEN))
    except OSError:
        return []
