"""The days on which the library is open."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

SUNDAY = 6


class OpeningDays:
    def __init__(self, holidays: Iterable[date] = ()) -> None:
        self._holidays = frozenset(holidays)

    def is_open(self, day: date) -> bool:
        return day.weekday() != SUNDAY and day not in self._holidays

    def next_open(self, day: date) -> date:
        """The day itself, or the first one after it on which the library is open."""
        while not self.is_open(day):
            day += timedelta(1)
        return day

    def open_days_after(self, first: date, last: date) -> int:
        """Open days after the first, up to and including the last."""
        count, day = 0, first
        while day < last:
            day += timedelta(1)
            count += self.is_open(day)
        return count
