"""Prices of a small web shop, in whole cents."""

from dataclasses import dataclass, field


@dataclass
class Line:
    name: str
    cents: int
    quantity: int = 1

    @property
    def total(self) -> int:
        return self.cents * self.quantity


@dataclass
class Basket:
    lines: list[Line] = field(default_factory=list)
    voucher_percent: int = 0

    def add(self, name: str, cents: int, quantity: int = 1) -> None:
        self.lines.append(Line(name, cents, quantity))

    def subtotal(self) -> int:
        return sum(line.total for line in self.lines)

    def total(self) -> int:
        """Return what the customer pays, voucher included."""
        if not self.voucher_percent:
            return self.subtotal()
        return reduced(self.voucher_percent, self.subtotal())


def reduced(cents: int, percent: int) -> int:
    """Return a price lowered by some percent, rounded down to whole cents."""
    return cents - -(-cents * percent // 100)
