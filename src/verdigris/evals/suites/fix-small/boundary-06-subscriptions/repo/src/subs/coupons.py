"""Discounts for the first periods of a subscription."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from subs.errors import BadCoupon
from subs.money import percent_of


@dataclass(frozen=True)
class Coupon:
    code: str
    percent: int
    periods: int = 1
    last_day: date | None = None

    def check(self, today: date) -> None:
        if self.last_day is not None and today > self.last_day:
            raise BadCoupon(f"{self.code} was valid until {self.last_day}")

    def discount(self, price: int, period: int) -> int:
        """What is taken off the price of the period, counted from zero."""
        return percent_of(price, self.percent) if period < self.periods else 0
