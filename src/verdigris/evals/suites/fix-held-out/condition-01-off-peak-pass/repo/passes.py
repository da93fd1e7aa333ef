"""Which train passes open the barrier, and when."""

from dataclasses import dataclass, field
from datetime import date, datetime, time

MORNING_PEAK = (time(6, 30), time(9, 30))
EVENING_PEAK = (time(16, 0), time(18, 30))


@dataclass
class Calendar:
    holidays: set = field(default_factory=set)

    def is_working_day(self, day: date) -> bool:
        """Monday to Friday, unless it is a holiday."""
        return day.weekday() < 5 or day not in self.holidays


@dataclass
class Pass:
    holder: str
    first: date
    last: date
    off_peak: bool = False
    blocked: bool = False


class Barrier:
    def __init__(self, calendar=None):
        self.calendar = calendar or Calendar()
        self.refused = []

    def is_peak(self, moment: datetime) -> bool:
        """On working days only: from the start of a peak up to, not including, its end."""
        clock = moment.time()
        rush = any(start <= clock < end for start, end in (MORNING_PEAK, EVENING_PEAK))
        return rush and self.calendar.is_working_day(moment.date())

    def admits(self, card: Pass, moment: datetime) -> bool:
        if card.blocked or not card.first <= moment.date() <= card.last:
            self.refused.append(card.holder)
            return False
        if card.off_peak and self.is_peak(moment):
            self.refused.append(card.holder)
            return False
        return True
