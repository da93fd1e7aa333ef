"""Equal instalments: the formula, and its inverse."""

from __future__ import annotations

from math import floor

from loans.terms import Terms


def cents(amount: float) -> int:
    """Rounded half up, as the bank does."""
    return floor(amount + 0.5)


def instalment(terms: Terms) -> int:
    """The equal payment due at the end of each month."""
    rate = terms.monthly_rate
    if rate == 0:
        return cents(terms.principal / terms.months)
    return cents(terms.principal * rate / (1 - (1 + rate) ** -terms.months))


def affordable(payment: int, yearly_percent: float, months: int) -> int:
    """The largest principal that this payment pays back in that time."""
    rate = Terms(1, yearly_percent, months).monthly_rate
    if rate == 0:
        return payment * months
    return floor(payment * (1 - (1 + rate) ** -months) / rate)
