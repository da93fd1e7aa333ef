"""The nightly run: which reminders go out today."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from dunning.invoices import Invoice
from dunning.levels import Level, level_for


@dataclass(frozen=True)
class Reminder:
    invoice: str
    customer: str
    level: Level
    amount: int
    """What is asked for, the fee included."""


def reminders(
    invoices: Iterable[Invoice], today: date, sent: dict[str, str] | None = None
) -> list[Reminder]:
    """Reminders due today. `sent` maps invoice numbers to the level sent last, and is updated."""
    sent = {} if sent is None else sent
    due = []
    for invoice in invoices:
        if invoice.disputed:
            continue
        if invoice.open_amount <= 0:
            continue
        level = level_for(invoice.days_late(today))
        if level is None or sent.get(invoice.number) == level.name:
            continue
        sent[invoice.number] = level.name
        amount = invoice.open_amount + level.fee
        due.append(Reminder(invoice.number, invoice.customer, level, amount))
    return due
