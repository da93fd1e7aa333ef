"""What a stretch of days amounts to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from weatherlog.days import Day

HEATING_LIMIT = 15.0
ROOM = 20.0


def degree_days(days: Iterable[Day]) -> float:
    """How much must be heated: below the limit, each degree short of room temperature counts."""
    means = [day.mean_temp for day in days if day.mean_temp is not None]
    return sum(ROOM - mean for mean in means if mean < HEATING_LIMIT)


def longest_dry_spell(days: Mapping[date, Day], least_rain: float = 1.0) -> int:
    """The most days in a row with less rain than that; a day without readings ends a spell."""
    longest = current = 0
    previous: date | None = None
    for day in sorted(days):
        if previous is not None and day - previous > timedelta(1):
            current = 0
        current = current + 1 if days[day].rain < least_rain else 0
        longest = max(longest, current)
        previous = day
    return longest
