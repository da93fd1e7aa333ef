"""The steps of dunning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    name: str
    after_days: int
    fee: int


LEVELS = (
    Level("friendly reminder", 7, 0),
    Level("second reminder", 21, 500),
    Level("final notice", 42, 1500),
)


def level_for(days_late: int) -> Level | None:
    """The highest level that is reached, if any."""
    reached = [level for level in LEVELS if days_late >= level.after_days]
    return reached[-1] if reached else None
