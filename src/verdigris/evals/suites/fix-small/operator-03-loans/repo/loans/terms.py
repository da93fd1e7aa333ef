"""What was agreed about a loan."""

from __future__ import annotations

from dataclasses import dataclass

MONTHS_A_YEAR = 12


@dataclass(frozen=True)
class Terms:
    principal: int
    yearly_percent: float
    months: int

    def __post_init__(self) -> None:
        if self.principal <= 0 or self.months <= 0:
            raise ValueError("a loan has an amount and a duration")
        if self.yearly_percent < 0:
            raise ValueError("interest cannot be negative")

    @property
    def monthly_rate(self) -> float:
        return self.yearly_percent / 100 / MONTHS_A_YEAR
