"""Reminders as text, one letter per customer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from dunning.run import Reminder


def letters(reminders: Iterable[Reminder]) -> dict[str, str]:
    by_customer: dict[str, list[Reminder]] = defaultdict(list)
    for reminder in reminders:
        by_customer[reminder.customer].append(reminder)
    return {customer: _letter(customer, found) for customer, found in by_customer.items()}


def _letter(customer: str, reminders: list[Reminder]) -> str:
    lines = [f"Dear {customer},", ""]
    for reminder in reminders:
        euros, cents = divmod(reminder.amount, 100)
        lines.append(f"{reminder.level.name}: invoice {reminder.invoice}, {euros}.{cents:02d} EUR")
    total = sum(reminder.amount for reminder in reminders)
    lines += ["", f"Please pay {total // 100}.{total % 100:02d} EUR within ten days."]
    return "\n".join(lines)
