"""The schedule as the letter to the customer prints it."""

from __future__ import annotations

from loans.schedule import schedule, total_interest
from loans.terms import Terms


def money(amount: int) -> str:
    return f"{amount // 100:,}.{amount % 100:02d}"


def letter(terms: Terms) -> str:
    head = f"{'month':>5} {'payment':>12} {'interest':>12} {'left':>12}"
    rows = [
        f"{row.month:>5} {money(row.payment):>12} {money(row.interest):>12} {money(row.left):>12}"
        for row in schedule(terms)
    ]
    return "\n".join([head, *rows, f"interest in all: {money(total_interest(terms))}"])
