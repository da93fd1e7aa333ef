from dataclasses import dataclass, field
from enum import Enum
from typing import Callable


class Status(Enum):
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass
class Job:
    name: str
    work: Callable
    needs: tuple = ()
    retries: int = 0
    tags: frozenset = frozenset()


@dataclass
class Outcome:
    name: str
    status: Status
    value: object = None
    attempts: int = 0
    reason: str = ""


@dataclass
class Run:
    outcomes: dict = field(default_factory=dict)

    def record(self, outcome):
        self.outcomes[outcome.name] = outcome

    def status(self, name):
        outcome = self.outcomes.get(name)
        return outcome.status if outcome else None

    def names(self, status):
        return sorted(o.name for o in self.outcomes.values() if o.status is status)

    @property
    def ok(self):
        return all(o.status is Status.DONE for o in self.outcomes.values())
