"""Putting a payslip together."""

from __future__ import annotations

from dataclasses import dataclass

from payslip.rates import OVERTIME_PERCENT
from payslip.social import contribution
from payslip.tax import monthly_tax


@dataclass(frozen=True)
class Slip:
    gross: int
    tax: int
    social: int

    @property
    def net(self) -> int:
        return self.gross - self.tax - self.social

    def lines(self) -> list[str]:
        rows = [("gross", self.gross), ("tax", -self.tax), ("social", -self.social)]
        return [f"{name:<8}{amount / 100:>12,.2f}" for name, amount in (*rows, ("net", self.net))]


def wages(hourly: int, hours: int, overtime: int = 0) -> int:
    if min(hourly, hours, overtime) < 0:
        raise ValueError("wages and hours cannot be negative")
    return hourly * hours + hourly * overtime * OVERTIME_PERCENT // 100


def slip(hourly: int, hours: int, overtime: int = 0) -> Slip:
    gross = wages(hourly, hours, overtime)
    return Slip(gross, monthly_tax(gross), contribution(gross))
