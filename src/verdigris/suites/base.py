"""The Suite seam: run the tests of a tree, all or some, and report each outcome."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from verdigris.core.report import Report
from verdigris.errors import SuiteUnavailable


class Suite(Protocol):
    @property
    def command(self) -> str:
        """The command as a user would type it."""
        ...

    @property
    def where(self) -> str:
        """Which interpreter and which sandbox, in words."""
        ...

    @property
    def caution(self) -> str:
        """What a user must know before the tests run; empty where they are isolated."""
        ...

    async def run(
        self,
        tree: Path,
        *,
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        seed: int = 0,
    ) -> Report:
        """Run the tests of `tree`, or only the ids given, each for at most `test_seconds`.

        `seed` is what the order of sets depends on, where the runner has such a thing.

        The tree is dirtied: hand in a throw-away copy. Whatever the tests do is in the Report;
        raises SuiteUnavailable when the command cannot be started, SandboxUnavailable when the
        sandbox cannot.
        """
        ...


class NoSuite:
    """For jobs that run no tests."""

    command = "none"
    where = "nowhere"
    caution = ""

    async def run(
        self,
        tree: Path,
        *,
        only: Sequence[str] = (),
        test_seconds: float | None = None,
        seed: int = 0,
    ) -> Report:
        raise SuiteUnavailable("This job runs no tests.")
