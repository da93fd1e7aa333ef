"""Invoices in whole cents."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Line:
    text: str
    unit_price: int
    quantity: int = 1

    @property
    def amount(self) -> int:
        return self.unit_price * self.quantity


@dataclass
class Invoice:
    """The discount is taken off the net sum; tax is due on what is left."""

    discount_percent: int = 0
    tax_percent: int = 20
    lines: list[Line] = field(default_factory=list)

    def add(self, text: str, unit_price: int, quantity: int = 1) -> None:
        self.lines.append(Line(text, unit_price, quantity))

    def totals(self) -> dict[str, int]:
        net = sum(line.amount for line in self.lines)
        discount = percent_of(net, self.discount_percent)
        taxable = net - discount
        tax = percent_of(net, self.tax_percent)
        return {"net": net, "discount": discount, "tax": tax, "total": taxable + tax}


def percent_of(cents: int, percent: int) -> int:
    """Rounded half up."""
    return (cents * percent + 50) // 100
