"""Amounts of money in cents, with their currency."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Money:
    cents: int
    currency: str = "EUR"

    def __add__(self, other):
        if other.currency != self.currency:
            raise ValueError(f"cannot add {other.currency} to {self.currency}")
        return Money(self.cents + other.cents, self.currency)

    def times(self, factor, currency=None):
        """Rounded to whole cents, halves away from nought."""
        exact = self.cents * Fraction(factor)
        whole = int(abs(exact) + Fraction(1, 2))
        return Money(whole if exact >= 0 else -whole, currency or self.currency)

    def __str__(self):
        sign = "-" if self.cents < 0 else ""
        return f"{sign}{abs(self.cents) // 100}.{abs(self.cents) % 100:02d} {self.currency}"
