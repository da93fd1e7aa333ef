"""How a loan is paid back, month by month."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loans.annuity import cents, instalment
from loans.terms import Terms


@dataclass(frozen=True)
class Row:
    month: int
    payment: int
    interest: int
    repaid: int
    left: int


def schedule(terms: Terms) -> Iterator[Row]:
    """Rows until nothing is left; the last payment takes up what rounding left over."""
    regular, left = instalment(terms), terms.principal
    for month in range(1, terms.months + 1):
        interest = cents(left * terms.monthly_rate)
        repaid = left if month == terms.months else min(regular - interest, left)
        left -= repaid
        yield Row(month, repaid + interest, interest, repaid, left)


def total_interest(terms: Terms) -> int:
    return sum(row.interest for row in schedule(terms))


def with_extra(terms: Terms, extra: int) -> int:
    """Months until the loan is paid back with `extra` on top of every instalment."""
    if extra < 0:
        raise ValueError("an extra payment cannot be negative")
    payment, left = instalment(terms) + extra, terms.principal
    for month in range(1, terms.months + 1):
        left -= payment - cents(left * terms.monthly_rate)
        if left <= 0:
            return month
    return terms.months
