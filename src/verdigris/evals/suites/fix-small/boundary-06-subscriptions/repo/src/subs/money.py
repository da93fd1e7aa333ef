"""Cents, percentages and how they are shown."""

from __future__ import annotations


def percent_of(cents: int, percent: int) -> int:
    """Rounded half up, also for credits."""
    sign = -1 if cents < 0 else 1
    return sign * ((abs(cents) * percent + 50) // 100)


def share_of(cents: int, part: int, whole: int) -> int:
    """`part` of `whole` equal pieces, rounded half up."""
    if whole <= 0:
        raise ValueError("nothing to share")
    return (2 * cents * part + whole) // (2 * whole)


def show(cents: int, currency: str = "EUR") -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02d} {currency}"
