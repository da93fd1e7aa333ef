"""Invoices and their payments, in cents; days are `datetime.date`."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True)
class Payment:
    day: date
    amount: int


@dataclass
class Invoice:
    number: str
    customer: str
    amount: int
    due: date
    disputed: bool = False
    payments: list[Payment] = field(default_factory=list)

    def pay(self, day: date, amount: int) -> None:
        if amount <= 0:
            raise ValueError("a payment is more than nothing")
        self.payments.append(Payment(day, amount))

    @property
    def open_amount(self) -> int:
        return self.amount - sum(payment.amount for payment in self.payments)

    def days_late(self, today: date) -> int:
        return max(0, (today - self.due).days)
