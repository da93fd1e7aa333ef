"""Tries candidates on top of one state of the project: warm where that is faithful, else cold.

The first few are tried cold in any case, since a worker has to earn its start. Use it as an async
context manager; workers end with it.
"""

from __future__ import annotations

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

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._warm is not None:
            await self._warm.__aexit__(*error)

    async def run(
        self, change: Change, *, only: Sequence[str] = (), test_seconds: float | None = None
    ) -> Report:
        """Report on a candidate. Raises what a cold run raises."""
        return (await self.try_change(change, only=only, test_seconds=test_seconds)).report

    async def try_change(
        self, change: Change, *, only: Sequence[str] = (), test_seconds: float | None = None
    ) -> Told:
        """Report on a candidate, and say how that was found out."""
        reason = "the first candidates are tried cold"
        if self._cold_left > 0:
            self._cold_left -= 1
        else:
            tried = await self._try_warm(change, only, test_seconds)
            if tried.report is not None:
                return Told(report=tried.report, level=tried.level, reason=tried.reason)
            reason = tried.reason
        async with self._copy(change) as tree:
            report = await self._suite.run(tree, only=only, test_seconds=test_seconds)
        return Told(report=report, level="cold", reason=reason)

    async def _try_warm(
        self, change: Change, only: Sequence[str], test_seconds: float | None
    ) -> Tried:
        if self._warm is None:
            launch = self._suite.launch() if isinstance(self._suite, Warmable) else None
            if launch is None or not isinstance(self._suite, Warmable):
                return Tried(report=None, level="cold", reason="the command is more than pytest")
            self._warm = WarmRunner(
                launch, self._suite.sandbox, lambda: self._copy(None), known=self._known
            )
        return await self._warm.try_change(change, only=only, test_seconds=test_seconds)


class Told(Tried):
    """A trial that has its report in any case."""

    report: Report
