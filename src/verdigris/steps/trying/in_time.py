"""Trials that end when the time of the run does. What is not known by then stays unknown.

A limit that only forbids questions would let a build try candidates and mutants long after it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from verdigris.core.change import Change
from verdigris.core.report import Report, TestResult
from verdigris.steps.deps import Deps
from verdigris.suites.warm.trials import Told, Trials, With

CUT_SHORT = "The time limit of the run ended the trials, not everything was tried"
OVER = "the time limit of the run was reached before it was tried"


def seconds_left(deps: Deps) -> float | None:
    """Return how long the run may still take; None where no limit says."""
    limit = deps.budget.max_seconds
    return None if limit is None else max(limit - deps.meter.total.seconds, 0.0)


class TimedTrials(Trials):
    """Once the time is over every trial is answered at once: as before where it was made before,
    so that repeating one finds no difference, else with tests that were not run.
    """

    def __init__(self, deps: Deps, copy: With, *, known: Report | None = None) -> None:
        super().__init__(deps.suite, copy, known=known)
        left = seconds_left(deps)
        self._ends = None if left is None else time.monotonic() + left
        self._before: dict[tuple[str, tuple[str, ...]], Told] = {}
        self.cut_short = False
        """Whether something was not tried for lack of time."""

    async def try_change(
        self,
        change: Change,
        *,
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        stop_at_first_failure: bool = False,
        terse: bool = False,
    ) -> Told:
        key = (change.diff, tuple(only))
        left = None if self._ends is None else self._ends - time.monotonic()
        if left is not None and left <= 0:
            return self._instead(key)
        limit = asyncio.timeout(left)
        try:
            async with limit:
                told = await super().try_change(
                    change,
                    only=only,
                    test_seconds=test_seconds,
                    stop_at_first_failure=stop_at_first_failure,
                    terse=terse,
                )
        except TimeoutError:
            if not limit.expired():
                raise
            return self._instead(key)
        if left is not None:
            self._before[key] = told
        return told

    def _instead(self, key: tuple[str, tuple[str, ...]]) -> Told:
        self.cut_short = True
        if (earlier := self._before.get(key)) is not None:
            return earlier
        _, only = key
        results = tuple(TestResult(id=test, outcome="skipped", message=OVER) for test in only)
        command = self._suite.command
        report = Report(command=command, ending="limit", message=OVER, results=results)
        return Told(report=report, level="cold", reason=OVER)
