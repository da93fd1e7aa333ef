"""The public Python door: `Agent(settings).run(task)`. The command line is a thin layer over it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.engine.runner import run
from verdigris.engine.sitting import Options
from verdigris.errors import UserError
from verdigris.models.base import Model, Seat
from verdigris.settings import Settings, load
from verdigris.telemetry.bus import Listener


class Agent:
    """Carries out tasks; with the settings given, else with those of each task's project."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        model: Model | None = None,
        listeners: Sequence[Listener] = (),
    ) -> None:
        self._settings = settings
        chosen: Mapping[Seat, Model] | None = None
        if model is not None:
            chosen = {"fast": model, "strong": model}
        self._options = Options(listeners=tuple(listeners), models=chosen)

    async def arun(self, task: Task, *, apply: bool = False, stop_after: str = "") -> RunResult:
        """Carry out a task. See `verdigris.errors` for what may be raised."""
        check_task(task)
        settings = self._settings or load(Path(task.root)).settings
        return await run(task, settings, replace(self._options, apply=apply, stop_after=stop_after))

    async def aresume(self, run_id: str, *, apply: bool = False) -> RunResult:
        """Go on with a run that was paused, killed or out of budget."""
        settings = self._settings or load().settings
        return await run(None, settings, replace(self._options, resume=run_id, apply=apply))

    def run(self, task: Task, *, apply: bool = False, stop_after: str = "") -> RunResult:
        return asyncio.run(self.arun(task, apply=apply, stop_after=stop_after))

    def resume(self, run_id: str, *, apply: bool = False) -> RunResult:
        return asyncio.run(self.aresume(run_id, apply=apply))


def check_task(task: Task) -> None:
    """Raise UserError for a task that cannot be begun."""
    if task.job == "improve":
        raise UserError("The job 'improve' is not available yet; there are: fix, build, audit.")
    if task.job != "build" or task.into:
        require_folder(Path(task.root))
    if task.job == "build" and not task.goal.strip():
        raise UserError(
            "There is no goal.",
            hint='Say what to build: verdigris build "A command line tool that …"',
        )


def require_folder(path: Path) -> None:
    if not path.is_dir():
        raise UserError(f"{path} is not a folder.", hint="Name the folder of your project.")
