"""What a job is told by the eval that starts it, in a file. Plain data."""

from __future__ import annotations

from pathlib import Path

from verdigris.core.value import Value
from verdigris.evals.plan import Plan

HOPELESS = 4
"""Exit status of a job where every other would meet the same: no sandbox, a key that is refused."""


class Order(Value):
    plan: Plan
    task: str
    run: int
    position: int
    key: str
    digest: str
    """Of the task."""
    code: str
    settings: str
    """Digests as well: what was changed while an eval ran must not pass for what it began with."""
    desk: Path
    """A folder of its own, for everything it writes."""
    result: Path

    @property
    def data(self) -> Path:
        """What the entrant remembers; in a stream, what the tasks before have left."""
        return self.desk / "data"

    @property
    def used(self) -> Path:
        """Where every answer of a model is written down when it comes; see `spending`."""
        return self.desk / "used.jsonl"
