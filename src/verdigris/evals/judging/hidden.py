"""The tests of a task: the visible ones say whether a fix is green, the hidden ones whether it is
right. Both run in the sandbox, on throw-away copies, as Verdigris runs any project's tests.

What was built from nothing brings tests of its own. They are nobody's measure.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path

from verdigris.checks.honest import without
from verdigris.core.report import Report
from verdigris.core.task import Task
from verdigris.engine.assemble import suite
from verdigris.evals.judging.left import look_at
from verdigris.evals.tasks.reading import EvalTask
from verdigris.evals.tasks.trees import files_of, lay_out
from verdigris.settings import Settings
from verdigris.suites.base import Suite


def limited(settings: Settings, task: EvalTask) -> Settings:
    """Return the settings with a task's own time-out in place of the general one."""
    times = {
        "wall_seconds": task.timeout_seconds,
        "test_seconds": task.timeout_seconds / 4,
        "cpu_seconds": max(1, round(task.timeout_seconds)),
    }
    return settings.model_copy(update={"suite": settings.suite.model_copy(update=times)})


async def visible_tests(task: EvalTask, settings: Settings) -> Suite:
    """Find out how a task's own tests are run. Raises MissingError when they cannot be."""
    return await _tests(task, task.test_cmd, settings)


async def hidden_tests(task: EvalTask, settings: Settings) -> Suite:
    """Find out how the hidden tests are run: by themselves where that is known, else with all."""
    command = _pytest_on(task, hidden_files(task)) if task.language == "python" else task.test_cmd
    # What is built from nothing may not say how it is to be judged; what is looked over need not.
    alone = task.starts_empty or task.kind == "audit"
    return await _tests(task, command, settings, task.hidden if alone else task.repo)


def hidden_files(task: EvalTask) -> list[str]:
    """Return the files of the hidden tests that pytest would collect."""
    return [path for path in files_of(task.hidden) if _COLLECTED.search(path)]


_COLLECTED = re.compile(r"(?:^|/)(?:test[^/]*|[^/]*_test)\.py$")
_TAKES_A_PATH = ("-c", "-o", "-p", "--rootdir", "--confcutdir", "--ignore")


def _pytest_on(task: EvalTask, files: Sequence[str]) -> str | None:
    """Return the task's command with these files in place of those that it names."""
    words = shlex.split(task.test_cmd or "python -m pytest")
    if not any(Path(word).name in ("pytest", "py.test") for word in words):
        return task.test_cmd
    kept = [
        word
        for before, word in zip(["", *words], words, strict=False)
        if before in _TAKES_A_PATH or not _names_a_place(task, word)
    ]
    return shlex.join([*kept, *files])


def _names_a_place(task: EvalTask, word: str) -> bool:
    return not word.startswith(("-", "/")) and (task.repo / word.partition("::")[0]).exists()


async def _tests(
    task: EvalTask, command: str | None, settings: Settings, root: Path | None = None
) -> Suite:
    asked = Task(goal=task.goal, root=str(root or task.repo), test_cmd=command)
    return await suite(asked, limited(settings, task), "eval")


async def run_on(tests: Suite, *sources: Path) -> Report:
    """Run tests on a copy of some folders, the later laid over the earlier."""
    with tempfile.TemporaryDirectory(prefix="verdigris-eval-", ignore_cleanup_errors=True) as desk:
        return await tests.run(lay_out(Path(desk).resolve() / "project", *sources))


async def run_visible(task: EvalTask, tests: Suite, *sources: Path) -> Report:
    """Run the visible tests, without those that are known to come out as they please."""
    return without(await run_on(tests, *sources), task.flaky)


async def is_right(task: EvalTask, project: Path, settings: Settings) -> Report:
    """Run the hidden tests on a project that was changed; its report is green for a right fix.

    For who was not measured by `judge`: the task's own tests and their set-up are laid out here
    as well, whatever became of them in the project.
    """
    with tempfile.TemporaryDirectory(prefix="verdigris-eval-", ignore_cleanup_errors=True) as desk:
        left = look_at(task.repo, project, from_nothing=task.starts_empty)
        tree = left.lay_out(Path(desk).resolve() / "tree")
        return await run_on(await hidden_tests(task, settings), tree, task.hidden)
