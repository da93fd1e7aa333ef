"""Tries candidates on top of one state of the project: warm where that is faithful, else cold.

The first few are tried cold in any case, since a worker has to earn its start, unless it is known
that many will come. Several may be tried at once. Use it as an async context manager; workers end
with it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

from verdigris.core.change import Change
from verdigris.core.report import Report
from verdigris.sandbox.base import Sandbox
from verdigris.suites.base import Suite
from verdigris.suites.warm.launch import Launch
from verdigris.suites.warm.runner import Tried, WarmRunner

COLD_FIRST = 3
"""A worker costs about as much as four to seven cold starts."""
TOGETHER = 12
"""Candidates that share a child."""

With = Callable[[Change | None], AbstractAsyncContextManager[Path]]
"""Gives a throw-away copy of the project with a change on top."""


@runtime_checkable
class Warmable(Protocol):
    """A suite whose tests can be run by a warm worker."""

    @property
    def sandbox(self) -> Sandbox: ...

    def launch(self) -> Launch | None:
        """Return how a worker is started; None when the test command does not allow it."""
        ...


class Trials:
    def __init__(
        self, suite: Suite, copy: With, *, known: Report | None = None, cold_first: int = COLD_FIRST
    ) -> None:
        self._suite = suite
        self._copy = copy
        self._known = known
        self._cold_left = cold_first
        self._warm: WarmRunner | None = None
        self.workers = os.cpu_count() or 1
        """How many candidates are tried side by side; more wait for their turn."""

    @property
    def together(self) -> int:
        """How many candidates are best handed over at a time: one, where each has its own run."""
        warm = self._runner()
        return 1 if warm is None or warm.one_by_one else TOGETHER

    def expect_many(self) -> None:
        """Start workers at once: what is to come will pay for them."""
        self._cold_left = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._warm is not None:
            await self._warm.__aexit__(*error)

    async def try_change(
        self,
        change: Change,
        *,
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        stop_at_first_failure: bool = False,
        terse: bool = False,
    ) -> Told:
        """Report on a candidate, and say how that was found out. Raises what a cold run raises."""
        reason = "the first candidates are tried cold"
        if self._cold_left > 0:
            self._cold_left -= 1
        elif (warm := self._runner()) is None:
            reason = "the command is more than pytest"
        else:
            tried = await warm.try_change(
                change,
                only=only,
                test_seconds=test_seconds,
                stop_at_first_failure=stop_at_first_failure,
                terse=terse,
            )
            if tried.report is not None:
                return Told(report=tried.report, level=tried.level, reason=tried.reason)
            reason = tried.reason
        report = await self._cold(change, only, test_seconds)
        return Told(report=report, level="cold", reason=reason)

    async def try_many(
        self, changes: Sequence[Change], *, only: Sequence[str], test_seconds: float | None
    ) -> list[Report]:
        """Report on several candidates, tersely, sharing a child where that is faithful."""
        tried: Sequence[Tried | None] = [None] * len(changes)
        if (warm := self._runner()) is not None:
            tried = await warm.try_many(changes, only=only, test_seconds=test_seconds)
        return [
            one.report
            if one is not None and one.report is not None
            else await self._cold(change, only, test_seconds)
            for change, one in zip(changes, tried, strict=True)
        ]

    async def _cold(
        self, change: Change, only: Sequence[str], test_seconds: float | None
    ) -> Report:
        async with self._copy(change) as tree:
            return await self._suite.run(tree, only=only, test_seconds=test_seconds)

    def _runner(self) -> WarmRunner | None:
        if self._warm is None and isinstance(self._suite, Warmable):
            if (launch := self._suite.launch()) is None:
                return None
            self._warm = WarmRunner(
                launch,
                self._suite.sandbox,
                lambda: self._copy(None),
                known=self._known,
                workers=self.workers,
            )
        return self._warm


class Told(Tried):
    """A trial that has its report in any case."""

    report: Report
