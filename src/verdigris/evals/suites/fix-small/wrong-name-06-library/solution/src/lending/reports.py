"""Lists for the staff."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from lending.desk import Desk
from lending.loans import Loan


def overdue(desk: Desk, today: date) -> list[Loan]:
    """Loans past their day, the longest overdue first."""
    late = [loan for loan in desk.loans if loan.due < today]
    return sorted(late, key=lambda loan: (loan.due, loan.barcode))


def due_soon(desk: Desk, today: date, days: int = 3) -> list[Loan]:
    """Loans that are due within the next days, so that readers can be reminded."""
    return [loan for loan in desk.loans if today <= loan.due <= today + timedelta(days)]


def most_read(desk: Desk, numbers: list[int], count: int = 3) -> list[tuple[str, int]]:
    """Names of the titles that these readers borrowed most often."""
    counted = Counter(isbn for number in numbers for isbn in desk.readers[number].history)
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return [(desk.catalogue.title(isbn).name, times) for isbn, times in ranked[:count]]


def reminder(desk: Desk, loan: Loan, today: date) -> str:
    """The text of a letter."""
    reader = desk.readers[loan.reader]
    title = desk.catalogue.title(desk.catalogue.copy(loan.barcode).isbn)
    if today > loan.due:
        return f"Dear {reader.name}, '{title.name}' was due on {loan.due}."
    return f"Dear {reader.name}, '{title.name}' is due on {loan.due}."
