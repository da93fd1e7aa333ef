"""The nightly run that writes the invoices that are due."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from subs.dates import month_of
from subs.invoices import Invoice, Numbers
from subs.store import Store
from subs.subscriptions import Period, Subscription


class Biller:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._numbers = Numbers()

    def run(self, today: date) -> list[Invoice]:
        """Bill every period that has started by today and was not billed yet."""
        written = []
        for subscription in self._store.subscriptions():
            for period in self._due(subscription, today):
                written.append(self._invoice(subscription, period))
                subscription.billed += 1
        self._store.invoices.extend(written)
        return written

    def _due(self, subscription: Subscription, today: date) -> Iterator[Period]:
        over = subscription.cancelled_on
        already = subscription.billed
        for period in subscription.periods():
            if period.start > today or (over is not None and period.start >= over):
                return
            if period.number >= already:
                yield period

    def _invoice(self, subscription: Subscription, period: Period) -> Invoice:
        customer = self._store.customer(subscription.customer)
        plan, coupon = subscription.plan, subscription.coupon
        return Invoice(
            number=self._numbers.next(period.start),
            customer=customer.number,
            day=period.start,
            text=f"{plan.title} {month_of(period.start)}",
            price=plan.price,
            discount=coupon.discount(plan.price, period.number) if coupon else 0,
            tax_percent=customer.tax_percent,
        )
