"""What a run came to: the one object that `--json` prints and `Agent.run` returns."""

from __future__ import annotations

from verdigris.core.budget import TierUse, Use
from verdigris.core.building import Built
from verdigris.core.change import Change
from verdigris.core.events import Status
from verdigris.core.finding import Finding
from verdigris.core.lesson import Attempt
from verdigris.core.report import Report
from verdigris.core.task import Task
from verdigris.core.value import FORMAT, Value
from verdigris.core.verdict import Verdict


class RunResult(Value):
    format: int = FORMAT
    run_id: str
    status: Status
    reason: str
    task: Task
    iterations: int
    verdict: Verdict | None = None
    before: Report | None = None
    after: Report | None = None
    change: Change | None = None
    """All that was won, as one change against the project as it was found."""
    diff: str = ""
    """The same as one unified diff."""
    tier: str = ""
    """Which proposer's change made it green."""
    tiers: tuple[TierUse, ...] = ()
    """What each tier did and cost, all iterations together."""
    findings: tuple[Finding, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    use: Use = Use()
    built: Built | None = None
    """What a build came to; only a build has it."""
    applied: bool = False
    """Whether the change was written to the user's tree."""
    folder: str = ""
    """Where the event log, the patches and the evidence of this run are kept."""

    @property
    def green(self) -> bool:
        return self.status == "green"
