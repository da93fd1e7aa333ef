"""The Proposer seam: from a Brief, candidate changes, one at a time.

Trying what is yielded, and stopping when it helps, is the patch step's business. A proposer that
has thousands of ideas sorts them out on the Bench it is given and yields only the best.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from verdigris.core.change import Change, Origin
from verdigris.core.finding import Finding
from verdigris.core.lesson import Card
from verdigris.core.plan import Place
from verdigris.core.repair import Localised
from verdigris.core.report import TestResult
from verdigris.core.text import Encoding
from verdigris.repair.bench import Bench


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
    similar: tuple[Card, ...] = ()
    """Green cards about failures that are the same but for the names."""
    reminders: tuple[str, ...] = ()
    """What failures that read alike taught, each in a few lines, for a prompt."""
    version: str = ""
    """Hash of all files of the project as they are now."""
    localised: Localised = field(default_factory=Localised)
    bench: Bench | None = None
    """None where nothing can be tried, as for a planner."""
    copy: Callable[[Change | None], AbstractAsyncContextManager[Path]] | None = None
    """Gives a throw-away copy of the project with a change on top."""
    passing: Mapping[str, float] = field(default_factory=dict)
    """Tests that pass now, with the seconds each took."""
    hint: str = ""
    """What a cheaper proposer found out, for a prompt."""
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

    @property
    def more(self) -> bool:
        """Whether the next iteration could bring something that this one did not."""
        ...

    def propose(self, brief: Brief) -> AsyncIterator[Change | Unusable]:
        """Yield candidates, likeliest first, until nothing is left to try in this iteration.

        Raises ModelUnavailable when its model cannot be asked. Ends early, without error, when the
        budget is spent.
        """
        ...
