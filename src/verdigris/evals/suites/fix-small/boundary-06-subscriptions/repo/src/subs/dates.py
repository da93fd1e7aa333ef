"""Arithmetic with months, which have unequal lengths."""

from __future__ import annotations

from calendar import monthrange
from datetime import date


def days_in_month(year: int, month: int) -> int:
    return monthrange(year, month)[1]


def add_months(day: date, months: int) -> date:
    """The same day some months later, or the last day of a month that is too short for it."""
    index = day.year * 12 + (day.month - 1) + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, days_in_month(year, month + 1)))


def months_between(start: date, end: date) -> int:
    """Whole months from start to end."""
    months = (end.year - start.year) * 12 + end.month - start.month
    return months if add_months(start, months) <= end else months - 1


def month_of(day: date) -> str:
    return f"{day.year}-{day.month:02d}"
