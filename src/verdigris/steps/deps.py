"""What is handed to every step. State is what changes and is saved; this is what it works with."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verdigris.checks.approval import Approver, Asker, Nobody
from verdigris.core.budget import Budget, Use
from verdigris.edits.workspace import Workspace
from verdigris.graph.base import GraphStore
from verdigris.graph.in_memory import InMemoryGraph
from verdigris.memory.base import MemoryStore
from verdigris.memory.patterns import InMemoryPatterns, PatternStore
from verdigris.models.base import Model, Seat
from verdigris.models.ledger import InMemoryLedger, Ledger
from verdigris.proposers.base import Proposer
from verdigris.proposers.search import Ideas
from verdigris.repair import operators
from verdigris.settings import Settings
from verdigris.suites.base import Suite
from verdigris.telemetry.bus import Bus


@dataclass
class Meter:
    """What the step at hand has used so far, on top of what the run had used before it."""

    before: Use = field(default_factory=Use)
    step: Use = field(default_factory=Use)
    started: float = field(default_factory=time.monotonic)
    refused: str = ""
    """The limit that forbade a question last, in words."""
    noted: set[str] = field(default_factory=set)
    """What was said once about how answers come about, and need not be said again."""

    def start(self, before: Use) -> None:
        self.before, self.step, self.started = before, Use(), time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    @property
    def total(self) -> Use:
        return self.before + self.step + Use(seconds=self.seconds)


@dataclass
class Said:
    """The one line a step says about itself."""

    text: str = ""

    def __call__(self, text: str) -> None:
        self.text = text

    def take(self) -> str:
        text, self.text = self.text, ""
        return text


@dataclass
class Halt:
    """A request to pause at the next step. Set by Ctrl+C or `--stop-after`, read between steps."""

    reason: str = ""

    def request(self, reason: str) -> None:
        self.reason = self.reason or reason


async def nothing_to_do() -> None:
    pass


async def no_patterns(goal: str, language: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Deps:
    settings: Settings
    budget: Budget
    bus: Bus
    suite: Suite
    workspace: Workspace
    memory: MemoryStore
    models: Mapping[Seat, Model]
    """One for each tier, and for roles that have their own. Empty when no model may be asked."""
    archive: Path
    """Folder for the patches of this run, as proposed and as applied."""
    proposers: Sequence[Proposer] = ()
    ideas: Ideas = operators.Ideas
    """Where the search has its ideas from; another order is for measuring."""
    approver: Approver = field(default_factory=Nobody)
    """Who answers what only a person may decide."""
    asker: Asker | None = None
    """Who is asked what a goal leaves open; None where nobody wants to be."""
    earlier: Callable[[str, str], Awaitable[Sequence[str]]] = no_patterns
    """Returns how programs with a similar goal, in a language, were laid out before."""
    refind: Callable[[], Awaitable[None]] = nothing_to_do
    """Looks for the interpreter of the tests again, where packages were installed."""
    graph: GraphStore = field(default_factory=InMemoryGraph)
    """What led to what in earlier runs, for questions that no failure at hand answers."""
    patterns: PatternStore = field(default_factory=InMemoryPatterns)
    """Templates of fixes, and how they and the operators of the search fare."""
    meter: Meter = field(default_factory=Meter)
    ledger: Ledger = field(default_factory=InMemoryLedger)
    """What was spent, for limits that reach beyond this sitting."""
    secrets: tuple[str, ...] = ()
    """Values that must not be logged."""
    said: Said = field(default_factory=Said)
    halt: Halt = field(default_factory=Halt)
    stop_after: str = ""
