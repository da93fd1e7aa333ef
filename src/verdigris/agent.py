"""The public Python door: `Agent(settings).run(task)`. The command line is a thin layer over it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.engine.runner import Options, run
from verdigris.errors import UserError
from verdigris.models.base import Model
from verdigris.settings import Settings, load
from verdigris.telemetry.bus import Listener


class Agent:
    """Carries out tasks with one set of settings."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        model: Model | None = None,
        listeners: Sequence[Listener] = (),
    ) -> None:
        self.settings = settings or load().settings
        chosen = {"fast": model, "strong": model} if model is not None else None
        self._options = Options(listeners=tuple(listeners), models=chosen)  # type: ignore[arg-type]

    async def arun(self, task: Task, *, apply: bool = False, stop_after: str = "") -> RunResult:
        """Carry out a task. See `verdigris.errors` for what may be raised."""
        check_task(task)
        options = replace(self._options, apply=apply, stop_after=stop_after)
        return await run(task, self.settings, options)

    async def aresume(self, run_id: str, *, apply: bool = False) -> RunResult:
        """Go on with a run that was paused or killed."""
        return await run(None, self.settings, replace(self._options, resume=run_id, apply=apply))

    def run(self, task: Task, *, apply: bool = False, stop_after: str = "") -> RunResult:
        return asyncio.run(self.arun(task, apply=apply, stop_after=stop_after))

    def resume(self, run_id: str, *, apply: bool = False) -> RunResult:
        return asyncio.run(self.aresume(run_id, apply=apply))


def check_task(task: Task) -> None:
    if not Path(task.root).is_dir():
        raise UserError(f"{task.root} is not a folder.", hint="Name the folder of your project.")
    if task.job in ("build", "improve"):
        raise UserError(f"The job '{task.job}' is not available yet; there are: fix, audit.")
