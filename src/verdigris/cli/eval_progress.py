"""The progress of an eval: a line a job, and on a terminal a bar with an estimate."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verdigris.evals.jobs.lanes import Job
    from verdigris.evals.jobs.running import Watching
    from verdigris.evals.outcome import Outcome


class Progress:
    """Everything goes to standard error: what an eval prints is its result."""

    def __init__(self, jobs: int, *, quiet: bool) -> None:
        self._at_once = jobs
        self._quiet = quiet
        self._bar: Any = None
        self._total = self._done = self._worked = 0
        self._spent = 0.0
        self._fresh: set[str] = set()
        self._began = time.monotonic()

    def __enter__(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bars

        self._console = Console(stderr=True)
        if not self._quiet and sys.stderr.isatty():
            self._bar = Bars(
                BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                TextColumn("{task.description}", markup=False), console=self._console,
            )  # fmt: skip
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    @property
    def watching(self) -> Watching:
        from verdigris.evals.jobs.running import Watching

        return Watching(planned=self._planned, started=self._started, ended=self._ended)

    def _planned(self, jobs: int, cached: int) -> None:
        self._total = jobs
        if self._bar is not None:
            self._task = self._bar.add_task("", total=jobs)
        if cached and not self._quiet:
            self._say(f"{cached} of {jobs} jobs are done already")

    def _started(self, job: Job) -> None:
        self._fresh.add(job.key)
        if self._bar is not None:
            self._bar.update(self._task, description=f"{self._estimate()}  {job.task.id}")

    def _ended(self, outcome: Outcome) -> None:
        from verdigris.evals.reports.data import why

        self._done += 1
        if outcome.key in self._fresh:
            self._worked += 1
            self._spent += outcome.wall_seconds
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, description=self._estimate())
        if not self._quiet and outcome.key in self._fresh:
            run = f" run {outcome.run}" if outcome.run > 1 else ""
            line = f"{self._done:4}/{self._total} {outcome.verdict:11} {outcome.task}{run}"
            said = "" if outcome.good else f": {why(outcome)}"
            self._say(f"{line} ({outcome.seconds:.1f} s){said}")

    def _estimate(self) -> str:
        """Return how long the rest may take, as far as the jobs so far tell."""
        if not self._worked:
            return ""
        left = (self._total - self._done) * self._spent / self._worked / self._at_once
        return f"about {left / 60:.0f} min left" if left >= 90 else f"about {left:.0f} s left"

    def _say(self, line: str) -> None:
        from verdigris.telemetry.terminal import plain

        self._console.print(plain(line, ""), soft_wrap=True)
