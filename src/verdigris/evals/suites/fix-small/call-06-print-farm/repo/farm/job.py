"""A job and the states it goes through."""

from dataclasses import dataclass, field
from enum import Enum

from farm.errors import BadJob

PRIORITIES = ("urgent", "normal", "whenever")


class State(Enum):
    WAITING = "waiting"
    PRINTING = "printing"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def final(self) -> bool:
        return self in (State.DONE, State.FAILED, State.CANCELLED)


@dataclass
class Job:
    number: int
    owner: str
    pages: int
    colour: bool = False
    priority: str = "normal"
    state: State = State.WAITING
    attempts: int = 0
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.pages < 1:
            raise BadJob("a job has at least one page")
        if self.priority not in PRIORITIES:
            raise BadJob(f"no such priority: {self.priority}")

    @property
    def sheets(self) -> int:
        """How many sheets it takes, both sides used."""
        return (self.pages + 1) // 2
