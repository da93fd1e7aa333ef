"""Spans of time within a day, in minutes since midnight."""

from __future__ import annotations

from dataclasses import dataclass

DAY = 24 * 60


def minutes(clock: str) -> int:
    """Minutes since midnight for a time such as `09:30`; `24:00` is the end of the day."""
    hours, _, rest = clock.partition(":")
    total = int(hours) * 60 + int(rest or 0)
    if not 0 <= total <= DAY or int(rest or 0) > 59:
        raise ValueError(f"no such time: {clock}")
    return total


@dataclass(frozen=True, order=True)
class Slot:
    """From `start` up to `end`; the minute of the end is free again."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.start >= self.end:
            raise ValueError("a slot ends after it starts")

    @classmethod
    def between(cls, start: str, end: str) -> Slot:
        return cls(minutes(start), minutes(end))

    @property
    def length(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Slot) -> bool:
        return self.start <= other.end and other.start < self.end

    def __str__(self) -> str:
        return "-".join(f"{at // 60:02d}:{at % 60:02d}" for at in (self.start, self.end))
