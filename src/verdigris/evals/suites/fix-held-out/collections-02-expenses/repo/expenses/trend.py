"""Months compared."""

from .grouping import grouped


def monthly(book, category=None):
    """(month, cents) for each month of the book, of one category or of all."""
    sums = []
    for month in book.months():
        entries = [e for e in book.of_month(month) if category in (None, e.category)]
        sums.append((month, sum(e.cents for e in entries)))
    return sums


def changes(book, category=None):
    """(month, change since the month before); the first month has none."""
    sums = monthly(book, category)
    return [(month, now - before) for (_, before), (month, now) in zip(sums, sums[1:])]


def busiest_day(book):
    """The day with the most entries, the first of several."""
    groups = grouped(book, "day")
    return max(groups, key=len).name if groups else None
