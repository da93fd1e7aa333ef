"""Money that came in, matched to invoices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from subs.invoices import Invoice


@dataclass(frozen=True)
class Payment:
    customer: int
    day: date
    amount: int


@dataclass(frozen=True)
class Standing:
    """How a customer's account stands."""

    open: tuple[Invoice, ...]
    credit: int

    @property
    def owed(self) -> int:
        return sum(invoice.total for invoice in self.open) - self.credit


def standings(invoices: Iterable[Invoice], payments: Iterable[Payment]) -> dict[int, Standing]:
    """The account of each customer: payments settle the oldest invoices first, whole ones only."""
    paid: dict[int, int] = defaultdict(int)
    for payment in payments:
        paid[payment.customer] += payment.amount
    unpaid: dict[int, list[Invoice]] = defaultdict(list)
    for invoice in sorted(invoices, key=lambda found: (found.day, found.number)):
        left = paid[invoice.customer]
        if not unpaid[invoice.customer] and left >= invoice.total:
            paid[invoice.customer] = left - invoice.total
        else:
            unpaid[invoice.customer].append(invoice)
    return {
        customer: Standing(tuple(unpaid[customer]), paid[customer])
        for customer in sorted(paid.keys() | unpaid.keys())
    }
