"""What happened, as it happens. Steps emit these; listeners decide what to do with them.

An event's id is made from run, iteration, step and its number within that step, so an event that
is emitted again because a killed step is done again carries the same id.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from verdigris.core.budget import TierUse, Use
from verdigris.core.building import Agreement, Blueprint, Quarantined, Strength
from verdigris.core.change import Change
from verdigris.core.finding import Finding
from verdigris.core.lesson import Card, Lesson, Standing
from verdigris.core.plan import Place, Plan
from verdigris.core.repair import Suspect
from verdigris.core.report import Report
from verdigris.core.signature import Signature
from verdigris.core.task import Task
from verdigris.core.value import FORMAT, Value
from verdigris.core.verdict import Verdict

StepName = Literal[
    "reproduce", "plan", "specify", "draft", "retrieve", "audit", "patch", "apply",
    "check", "execute", "reflect", "remember", "decide",
]  # fmt: skip
Status = Literal["running", "paused", "green", "not_green", "done", "failed"]
"""`done` is the good end of a job that repairs nothing, such as an audit."""


class Base(Value):
    format: int = FORMAT
    id: str = ""
    run_id: str = ""
    iteration: int = 0
    step: StepName | Literal[""] = ""
    at: float = 0.0
    """Seconds since the epoch."""


class RunStarted(Base):
    kind: Literal["run_started"] = "run_started"
    task: Task
    resumed: bool = False
    models: tuple[str, ...] = ()


class StepStarted(Base):
    kind: Literal["step_started"] = "step_started"


class StepFinished(Base):
    kind: Literal["step_finished"] = "step_finished"
    seconds: float
    use: Use = Use()
    summary: str = ""


class SuiteRan(Base):
    kind: Literal["suite_ran"] = "suite_ran"
    purpose: Literal[
        "reproduce", "again", "candidate", "stubs", "execute", "repeat", "revert", "old tests",
    ]  # fmt: skip
    report: Report
    where: str = ""
    """Interpreter and sandbox, in words."""


class FlakyFound(Base):
    """Tests that failed and then passed although nothing was changed."""

    kind: Literal["flaky_found"] = "flaky_found"
    tests: tuple[str, ...]


class FailureSeen(Base):
    kind: Literal["failure_seen"] = "failure_seen"
    signature: Signature


class Planned(Base):
    kind: Literal["planned"] = "planned"
    plan: Plan


class BlueprintMade(Base):
    """A goal became parts, criteria and examples."""

    kind: Literal["blueprint_made"] = "blueprint_made"
    blueprint: Blueprint


class ChecksWritten(Base):
    """Tests for one part, before its code; nobody trusts them yet."""

    kind: Literal["checks_written"] = "checks_written"
    part: str
    counts: dict[str, int]
    """By where they come from: example, custom, criterion, property, smoke."""
    quarantined: tuple[Quarantined, ...] = ()
    """Those that may not even be run."""


class Agreed(Base):
    """Candidates and tests of one part were run against each other."""

    kind: Literal["agreed"] = "agreed"
    agreement: Agreement


class ToolUsed(Base):
    """A coder with tools made a call, and it was carried out or refused."""

    kind: Literal["tool_used"] = "tool_used"
    part: str
    """What it works on, by path."""
    turn: int
    """From 1."""
    tool: str = ""
    """Empty where the answer was no call."""
    said: str
    """What came of it, in a few words: `ran 6 tests: 4 passed`."""
    why: str = ""
    """What the coder was after, in its own words."""


class StrengthMeasured(Base):
    kind: Literal["strength_measured"] = "strength_measured"
    strength: Strength


class HandedOver(Base):
    """The best version so far was written to its folder."""

    kind: Literal["handed_over"] = "handed_over"
    folder: str
    what: str
    commit: str = ""
    """In the repository of that folder."""


class Retrieved(Base):
    kind: Literal["retrieved"] = "retrieved"
    places: tuple[Place, ...]
    suspects: tuple[Suspect, ...] = ()
    """The likeliest lines."""
    note: str = ""
    """How the tests were observed, or why not."""


class Audited(Base):
    kind: Literal["audited"] = "audited"
    findings: tuple[Finding, ...]


class ModelCalled(Base):
    kind: Literal["model_called"] = "model_called"
    role: str
    model: str
    use: Use
    finish: str = ""
    prompt: str = ""
    answer: str = ""
    left_out: str = ""
    """What did not fit into the prompt, in words."""


class CandidateTried(Base):
    kind: Literal["candidate_tried"] = "candidate_tried"
    origin: str
    note: str = ""
    fingerprint: str = ""
    result: str
    """`3 of 4 failing tests pass`, or why it could not be tried."""


class Searched(Base):
    """How far a search without a model is; told about twice a second."""

    kind: Literal["searched"] = "searched"
    tried: int
    waiting: int
    """Ideas in the queue."""
    greens: int = 0
    first: int = 0
    """As which candidate the first green one was tried; 0 as long as there is none."""
    won: int = 0
    """Failing tests that the best candidate so far makes pass."""
    failing: int = 0
    seconds: float = 0.0


class TierSpent(Base):
    """A tier of the cascade is done, for this iteration."""

    kind: Literal["tier_spent"] = "tier_spent"
    spent: TierUse


class ChangeApplied(Base):
    kind: Literal["change_applied"] = "change_applied"
    change: Change
    commit: str


class Checked(Base):
    kind: Literal["checked"] = "checked"
    findings: tuple[Finding, ...]
    blocked: bool


class VerdictReached(Base):
    kind: Literal["verdict_reached"] = "verdict_reached"
    verdict: Verdict
    report: Report


class LessonLearned(Base):
    kind: Literal["lesson_learned"] = "lesson_learned"
    lesson: Lesson
    standing: Standing


class CardStored(Base):
    kind: Literal["card_stored"] = "card_stored"
    card: Card


class Warned(Base):
    """Something a user should know but need not act on."""

    kind: Literal["warned"] = "warned"
    message: str


class RunFinished(Base):
    kind: Literal["run_finished"] = "run_finished"
    status: Status
    reason: str
    use: Use = Use()
    change: Change | None = None
    """Everything that was won, as one change against the user's tree."""


Event = Annotated[
    RunStarted | StepStarted | StepFinished | SuiteRan | FlakyFound | FailureSeen | Planned
    | BlueprintMade | ChecksWritten | Agreed | ToolUsed | StrengthMeasured | HandedOver
    | Retrieved | Audited
    | ModelCalled | CandidateTried | Searched | TierSpent | ChangeApplied
    | Checked | VerdictReached | LessonLearned | CardStored | Warned | RunFinished,
    Field(discriminator="kind"),
]  # fmt: skip

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads an event back from its JSON form."""
