"""Where a search tries its candidates. The patch step has the real one; tests bring their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from verdigris.core.change import Change
from verdigris.core.report import Report


@dataclass(frozen=True)
class Outcome:
    """How a candidate fared on the bench."""

    refused: str = ""
    """Why none of its code was run; empty when it was."""
    won: int = 0
    """How many of the failing tests pass with it."""
    mends: bool = False
    """The first of them does: the failure at hand."""
    broke: int = 0
    """How many of the tests that passed, as far as they were run, fail with it."""
    report: Report | None = None

    def green(self, failing: int) -> bool:
        return not self.refused and self.won == failing and not self.broke

    @property
    def measured(self) -> bool:
        """Whether it says something of the candidate: a run that broke down does not, nor one that
        took too long on what may have been a busy machine.
        """
        if self.refused or self.report is None:
            return not self.refused
        slow = self.report.ending == "timeout" or any(
            one.exception == "Hang" or "did not finish within" in one.message
            for one in self.report.failures
        )
        return not slow and not self.report.infrastructure


class Bench(Protocol):
    """Where candidates are tried, quickly and as often as one likes. Never a verdict."""

    @property
    def failing(self) -> tuple[str, ...]:
        """The tests that fail now."""
        ...

    @property
    def workers(self) -> int:
        """How many candidates can be tried at once."""
        ...

    @property
    def together(self) -> int:
        """How many candidates are best handed over at a time."""
        ...

    async def try_change(
        self, change: Change, *, only: Sequence[str] = (), stop_at_first_failure: bool = False
    ) -> Outcome:
        """Run the failing tests, or those given, with a change on top.

        What the gate refuses is not run. Never raises for what a candidate does.
        """
        ...

    async def try_many(self, changes: Sequence[Change]) -> list[Outcome]:
        """Run the failing tests with each of several changes, quicker than one by one."""
        ...


class ScriptedBench:
    """The shipped fake of the Bench: a function says how each candidate fares."""

    def __init__(
        self,
        failing: Sequence[str],
        judge: Callable[[Change], Outcome],
        workers: int = 2,
        together: int = 4,
    ) -> None:
        self.failing = tuple(failing)
        self.workers = workers
        self.together = together
        self.tried: list[Change] = []
        self._judge = judge

    async def try_change(
        self, change: Change, *, only: Sequence[str] = (), stop_at_first_failure: bool = False
    ) -> Outcome:
        self.tried.append(change)
        await asyncio.sleep(0)  # others get their turn, as with a real one
        return self._judge(change)

    async def try_many(self, changes: Sequence[Change]) -> list[Outcome]:
        return [await self.try_change(change) for change in changes]
