"""What should be in a store, and what was counted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass
class Stock:
    quantities: dict[str, int] = field(default_factory=dict)

    def add(self, article: str, quantity: int = 1) -> None:
        self.quantities[article] = self.quantities.get(article, 0) + quantity
        if not self.quantities[article]:
            del self.quantities[article]

    def __getitem__(self, article: str) -> int:
        return self.quantities.get(article, 0)

    def __iter__(self):
        return iter(self.quantities)


def book(movements: Iterable[tuple[str, int]]) -> Stock:
    """Return the stock after some movements; what leaves has a minus."""
    stock = Stock()
    for article, quantity in movements:
        stock.add(article, quantity)
    return stock


def count(scans: Iterable[str], boxes: Mapping[str, tuple[str, int]] = {}) -> Stock:
    """Return what was scanned; a box counts as many pieces as it holds."""
    stock = Stock()
    for code in scans:
        article, pieces = boxes.get(code, (code, 1))
        stock.add(article, pieces)
    return stock
