"""Holding notifications back during a person's quiet hours."""

from dataclasses import dataclass
from enum import IntEnum


class Urgency(IntEnum):
    LOW = 1
    NORMAL = 2
    ALARM = 3


@dataclass(frozen=True)
class QuietHours:
    """From `start` to `end`, as hours of the day; `end` itself is no longer quiet.

    The span may cross midnight, as in 22 to 7. Equal hours mean that no hour is quiet.
    """

    start: int
    end: int

    def covers(self, hour: int) -> bool:
        if self.start <= self.end:
            return self.start <= hour < self.end
        return hour >= self.start and hour < self.end

    def next_delivery(self, hour: int) -> int:
        """The first hour from `hour` on that is not quiet."""
        return self.end if self.covers(hour) else hour


def deliverable(urgency: Urgency, hour: int, quiet: QuietHours | None = None) -> bool:
    """An alarm always gets through."""
    return urgency is Urgency.ALARM or quiet is None or not quiet.covers(hour)
