"""What the business wants to know each month."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date

from subs.dates import month_of
from subs.invoices import Invoice
from subs.money import show
from subs.store import Store
from subs.subscriptions import State


def recurring_revenue(store: Store, today: date) -> int:
    """Monthly revenue of all active subscriptions, in whole cents."""
    return round(
        sum(
            found.plan.monthly_price
            for found in store.subscriptions()
            if found.state(today) is State.ACTIVE
        )
    )


def states(store: Store, today: date) -> Counter[State]:
    return Counter(found.state(today) for found in store.subscriptions())


def by_month(invoices: Iterable[Invoice]) -> dict[str, int]:
    """Net sums of the invoices of each month."""
    sums: dict[str, int] = defaultdict(int)
    for invoice in invoices:
        sums[month_of(invoice.day)] += invoice.net
    return dict(sorted(sums.items()))


def table(invoices: Iterable[Invoice]) -> str:
    return "\n".join(f"{month}  {show(net):>14}" for month, net in by_month(invoices).items())
