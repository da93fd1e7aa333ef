"""The Suite seam: run the tests of a tree, all or some, and report each outcome."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from verdigris.core.report import Report


class Suite(Protocol):
    @property
    def command(self) -> str:
        """The command as a user would type it."""
        ...

    @property
    def where(self) -> str:
        """Which interpreter and which sandbox, in words."""
        ...

    async def run(
        self, tree: Path, *, only: Sequence[str] = (), test_seconds: float | None = None
    ) -> Report:
        """Run the tests of `tree`, or only the ids given, each for at most `test_seconds`.

        The tree is dirtied: hand in a throw-away copy. Whatever the tests do is in the Report;
        raises SuiteUnavailable when the command cannot be started, SandboxUnavailable when the
        sandbox cannot.
        """
        ...
