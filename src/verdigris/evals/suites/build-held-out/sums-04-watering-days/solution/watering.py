"""Watering days of the school garden."""

from datetime import date, timedelta

SUNDAY = 6


def watering_days(start, every, times):
    """Return the dates of the plan, Sundays moved to the Monday after."""
    first = date.fromisoformat(start)
    days = []
    for number in range(times):
        day = first + timedelta(days=number * every)
        if day.weekday() == SUNDAY:
            day += timedelta(days=1)
        days.append(day.isoformat())
    return days
