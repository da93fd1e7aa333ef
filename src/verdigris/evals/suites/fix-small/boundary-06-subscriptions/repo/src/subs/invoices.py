"""Invoices, made once and never changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from subs.money import percent_of, show


@dataclass(frozen=True)
class Invoice:
    number: str
    customer: int
    day: date
    text: str
    price: int
    discount: int = 0
    tax_percent: int = 0

    @property
    def net(self) -> int:
        return self.price - self.discount

    @property
    def tax(self) -> int:
        return percent_of(self.net, self.tax_percent)

    @property
    def total(self) -> int:
        return self.net + self.tax

    def lines(self) -> list[str]:
        rows = [f"{self.text}: {show(self.price)}"]
        if self.discount:
            rows.append(f"discount: {show(-self.discount)}")
        rows.append(f"tax {self.tax_percent} %: {show(self.tax)}")
        rows.append(f"total: {show(self.total)}")
        return rows


class Numbers:
    """Invoice numbers without gaps, starting again every year."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}

    def next(self, day: date) -> str:
        self._last[day.year] = self._last.get(day.year, 0) + 1
        return f"{day.year}-{self._last[day.year]:05d}"
