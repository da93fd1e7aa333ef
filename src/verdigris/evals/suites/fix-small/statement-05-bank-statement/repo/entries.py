"""Entries of a bank statement, as the bank exports them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Entry:
    day: date
    cents: int
    text: str


class BadLine(ValueError):
    def __init__(self, number: int, line: str) -> None:
        super().__init__(f"line {number}: {line!r}")
        self.number = number


def read(lines: Iterable[str]) -> Iterator[Entry]:
    """Read lines such as `2024-03-01;-12,50;Bakery`. Raises BadLine."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        parts = line.strip().split(";", 2)
        try:
            day, amount, text = parts
            yield Entry(date.fromisoformat(day), cents(amount), text.strip())
        except ValueError:
            raise BadLine(number, line) from None


def cents(amount: str) -> int:
    """Return `-1.234,50` as -123450."""
    whole, _, part = amount.strip().replace(".", "").partition(",")
    if part and len(part) != 2:
        raise ValueError(amount)
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole)) * 100 + int(part or 0))
