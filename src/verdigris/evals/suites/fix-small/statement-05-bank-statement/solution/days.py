"""Groups entries by day and follows the balance."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from entries import Entry


@dataclass(frozen=True)
class Day:
    day: date
    came: int
    went: int
    balance: int
    """At the end of the day."""


def by_day(entries: Iterable[Entry], opening: int = 0) -> list[Day]:
    """Return one value per day that has entries, the earliest first."""
    days: list[Day] = []
    current: date | None = None
    came = went = 0
    balance = opening
    for entry in sorted(entries, key=lambda entry: entry.day):
        if entry.day != current:
            if current is not None:
                days.append(Day(current, came, went, balance))
            current, came, went = entry.day, 0, 0
        balance += entry.cents
        if entry.cents >= 0:
            came += entry.cents
        else:
            went -= entry.cents
    if current is not None:
        days.append(Day(current, came, went, balance))
    return days


def lowest(days: list[Day]) -> Day | None:
    """Return the day on which the balance was lowest, the first of equals."""
    return min(days, key=lambda day: day.balance, default=None)
