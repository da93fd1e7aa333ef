"""What a late book costs."""

from __future__ import annotations

from datetime import date

from lending.calendar import OpeningDays
from lending.loans import Loan
from lending.readers import Group

HIGHEST_FINE = 1500
"""For one copy, in cents."""


def days_late(loan: Loan, today: date, opening: OpeningDays) -> int:
    """Only days count on which the book could have been brought back."""
    return opening.open_days_after(loan.due, today)


def fine(loan: Loan, group: Group, today: date, opening: OpeningDays) -> int:
    return min(days_late(loan, today, opening) * group.daily_fine, HIGHEST_FINE)


def pay(owed: int, amount: int) -> tuple[int, int]:
    """What is still owed, and the change."""
    if amount < 0:
        raise ValueError("nobody pays less than nothing")
    paid = min(owed, amount)
    return owed - paid, amount - paid
