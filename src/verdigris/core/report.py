"""Per-test outcomes of one run of a suite. Made by `suites/`, read by everyone.

A Report tells what happened, never whether that is good: that is the Verdict's business.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from pydantic import Field

from verdigris.core.text import one_line
from verdigris.core.value import FORMAT, Value

Outcome = Literal["passed", "failed", "error", "skipped", "xfailed", "xpassed"]
Ending = Literal["finished", "crashed", "timeout", "limit", "unusable"]
"""How the process ended. `unusable`: no per-test result could be had for a reason in `message`."""


def sensible(seconds: float) -> float:
    """Return a time as it was told, or 0 where it can be none: strangers tell NaN, too."""
    return seconds if 0 <= seconds < 1e6 else 0.0


class Frame(Value):
    path: str
    """Relative to the project's root, with forward slashes."""
    line: int
    function: str = ""


class TestResult(Value):
    __test__ = False  # not a test class, whatever its name suggests to pytest

    id: str
    outcome: Outcome
    message: str = ""
    """The short reason: `AssertionError: assert 206 == 120`."""
    details: str = ""
    """The traceback as the runner printed it, cut to a sensible length."""
    exception: str = ""
    """Class name of the exception, empty for a pass."""
    expected: str = ""
    """What an assertion wanted, as the language writes it; empty where nothing was compared."""
    actual: str = ""
    """What it got instead."""
    frames: tuple[Frame, ...] = ()
    """Project frames of the traceback, outermost first."""
    output: str = ""
    """What a failing test printed, as far as the runner knows, cut."""
    seconds: float = 0.0

    @property
    def failed(self) -> bool:
        return self.outcome in ("failed", "error")

    @property
    def innermost(self) -> Frame | None:
        return self.frames[-1] if self.frames else None

    @property
    def reason(self) -> str:
        """What went wrong and where: `expected 120, got 206, at fact.py:4`."""
        what = one_line(self.message, 160) or self.exception or self.outcome
        if self.expected and self.actual and self.expected != self.actual:
            what = f"expected {one_line(self.expected, 80)}, got {one_line(self.actual, 80)}"
        at = self.innermost
        return f"{what}, at {at.path}:{at.line}" if at else what


class Report(Value):
    format: int = FORMAT
    command: str
    ending: Ending = "finished"
    exit_code: int | None = None
    message: str = ""
    """What ended the run early, in one sentence; empty for a normal end."""
    results: tuple[TestResult, ...] = ()
    output: str = Field("", repr=False)
    """What the command printed, cut in the middle."""
    seconds: float = 0.0

    @property
    def failures(self) -> tuple[TestResult, ...]:
        return tuple(result for result in self.results if result.failed)

    @property
    def passed(self) -> tuple[TestResult, ...]:
        return tuple(result for result in self.results if result.outcome == "passed")

    @property
    def green(self) -> bool:
        """True when the run finished, something passed, and nothing failed."""
        return (
            self.ending == "finished"
            and self.exit_code == 0
            and bool(self.passed)
            and not self.failures
        )

    @property
    def infrastructure(self) -> bool:
        """True when the run says nothing about the code and may be tried again."""
        return self.ending == "unusable"

    @cached_property
    def by_id(self) -> dict[str, TestResult]:
        return {result.id: result for result in self.results}

    def result(self, test_id: str) -> TestResult | None:
        return self.by_id.get(test_id)

    def summary(self) -> str:
        """Return a line such as `2 failed, 5 passed in 0.4 s`."""
        counts: dict[str, int] = {}
        for result in self.results:
            counts[result.outcome] = counts.get(result.outcome, 0) + 1
        order = ("failed", "error", "passed", "skipped", "xfailed", "xpassed")
        shown = ", ".join(f"{counts[name]} {name}" for name in order if name in counts)
        return f"{shown or 'no test results'} in {self.seconds:.1f} s"
