"""The Proposer seam: from a Brief, candidate changes, one at a time.

A proposer does not run anything and does not know how its candidates fare, except by what the next
Brief says. Trying them, and stopping when one is green, is the patch step's business.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from verdigris.core.change import Change, Origin
from verdigris.core.finding import Finding
from verdigris.core.lesson import Card
from verdigris.core.plan import Place
from verdigris.core.report import TestResult
from verdigris.core.text import Encoding


@dataclass(frozen=True)
class Brief:
    """All a proposer may know. Texts are of the version the change is made against."""

    goal: str
    failure: TestResult
    """The failure to work on first."""
    test_source: str
    places: tuple[Place, ...]
    files: Mapping[str, str]
    """Path to text, of files that may be edited."""
    encodings: Mapping[str, Encoding] = field(default_factory=dict)
    """Of those that are not UTF-8."""
    earlier: Mapping[str, str] = field(default_factory=dict)
    """The texts as the project had them at first, where the run has changed them since."""
    plan: str = ""
    findings: tuple[Finding, ...] = ()
    attempts: str = ""
    warning: str = ""
    cards: tuple[Card, ...] = ()
    """What memory knows of this signature, green ones first."""
    attempt: int = 1
    """How often this failure has been worked on, this time included."""


@dataclass(frozen=True)
class Unusable:
    """An answer that became no change, and why."""

    reason: str
    note: str = ""
    answer: str = ""
    """What the model wrote, for the archive."""


class Proposer(Protocol):
    @property
    def origin(self) -> Origin: ...

    def propose(self, brief: Brief) -> AsyncIterator[Change | Unusable]:
        """Yield candidates, likeliest first, until nothing is left to try in this iteration.

        Raises ModelUnavailable when its model cannot be asked. Ends early, without error, when the
        budget is spent.
        """
        ...
