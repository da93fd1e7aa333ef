"""What one job of an eval came to: one task, one run of one entrant. Plain data; JSON both ways."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from verdigris.core.budget import TierUse, Use
from verdigris.core.finding import Finding
from verdigris.core.value import FORMAT, Value
from verdigris.evals.tasks.labels import Marks
from verdigris.evals.tasks.reading import EvalTask, Expected, Kind

Ended = Literal["finished", "timeout", "crashed", "error", "unanswered"]
"""`timeout`: it was given up from outside. `error`: it could not be carried out, and says why.
`unanswered`: its model could not be reached this time."""


class Moment(Value):
    """One line of the story of a job, with what can be unfolded below it."""

    at: float
    """Seconds since the job began."""
    title: str
    text: str = ""


class Told(Value):
    """What an entrant says of its own work. None of it is believed; `Judged` has been seen."""

    claimed: bool = False
    """It says that it has succeeded; an audit, that nothing is wrong."""
    status: str = ""
    reason: str = ""
    iterations: int = 0
    seconds: float = 0.0
    use: Use = Use()
    counted: bool = True
    """Whether `use` and `candidates` say what it took; nobody tells of another agent."""
    tier: str = ""
    """Which tier made it green."""
    tiers: tuple[TierUse, ...] = ()
    candidates: int = 0
    first_green: int = 0
    """Which candidate was the first with which all failing tests passed; 0 for none, or where
    nobody tells. The search goes on trying rivals after it."""
    answers: int = 0
    """Answers of models that should have become a change."""
    unusable: int = 0
    """Of these, the ones that did not."""
    misses: int = 0
    """Changes that were tried and left some of the failing tests failing."""
    repeated: int = 0
    """Of these, the ones that had been tried before in the same job."""
    findings: tuple[Finding, ...] = Field((), repr=False)
    """What an audit found, by the rules that its task is about."""
    moments: tuple[Moment, ...] = Field((), repr=False)


class Judged(Value):
    """What was found on the files that an entrant left behind."""

    solved: bool = False
    """The tests that failed pass, the others still do, and no test was tampered with. Of what was
    built from nothing: its maker says that it was verified. Of an audit: it found what is wrong."""
    right: bool | None = None
    """The hidden tests pass as well; None where there are none, or they were not run. Of an audit:
    it found nothing else."""
    reasons: tuple[str, ...] = ()
    """Why it is not solved."""
    hidden: str = ""
    """What the hidden tests said, in short."""
    diff: str = Field("", repr=False)
    marks: Marks | None = None
    """Of an audit: label by label."""


class Outcome(Value):
    format: int = FORMAT
    key: str
    """Of everything that decides how it ends; see `plan`."""
    task: str
    kind: Kind = "fix"
    family: str
    size: str
    difficulty: str
    expect: Expected
    digest: str = ""
    """Of the task's files: what was solved may have been another task of this name."""
    run: int
    position: int
    """Where the task stands in the order of the eval, from 0."""
    ended: Ended = "finished"
    error: str = ""
    told: Told = Told()
    judged: Judged = Judged()
    wall_seconds: float = 0.0
    """Of the whole job, judging included."""

    @property
    def claimed(self) -> bool:
        return self.told.claimed

    @property
    def seconds(self) -> float:
        """How long the entrant took; of a job that had to be ended, all that it took."""
        return self.told.seconds if self.ended == "finished" else self.wall_seconds

    @property
    def solved(self) -> bool:
        return self.judged.solved

    @property
    def right(self) -> bool:
        """Solved, and not contradicted by a hidden test; what was built need not be claimed."""
        return self.judged.solved if self.judged.right is None else self.judged.right

    @property
    def good(self) -> bool:
        """It came out as it should: solved and right, or honestly declined where that is due."""
        if self.expect != "green" and self.ended == "finished" and not self.claimed:
            return True
        return self.right and self.expect != "not_green"

    @property
    def false_green(self) -> bool:
        """It says it succeeded, and did not."""
        return self.claimed and (self.expect == "not_green" or not self.right)

    @property
    def final(self) -> bool:
        """Whether doing it again could only repeat it: then it is kept and not done again."""
        return self.ended in ("finished", "timeout")

    @property
    def verdict(self) -> str:
        """How it came out, in a word or two."""
        if self.ended != "finished":
            return {"timeout": "out of time", "crashed": "crashed"}.get(self.ended, "error")
        if self.kind == "audit" and not self.right and not self.claimed:
            return "false alarm" if self.solved else "missed"
        if self.false_green:
            return "false green" if not self.solved or self.expect == "not_green" else "wrong"
        if self.expect != "green" and not self.claimed:
            return "declined"
        return "right" if self.right else "not solved"


def blank(task: EvalTask, key: str, run: int, position: int, digest: str) -> Outcome:
    """Return an outcome that says only which job it is of; an audit has looked at nothing yet."""
    judged = Judged()
    if task.kind == "audit":
        judged = Judged(marks=Marks(missed=task.findings))
    return Outcome(
        key=key, task=task.id, kind=task.kind, family=task.family, size=task.size,
        difficulty=task.difficulty, expect=task.expect, run=run, position=position, digest=digest,
        judged=judged,
    )  # fmt: skip
