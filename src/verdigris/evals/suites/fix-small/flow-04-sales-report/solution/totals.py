"""Totals on three levels: shop, region, everything."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sales import Sale, grouped


@dataclass
class Total:
    name: str
    units: int = 0
    cents: int = 0
    parts: list["Total"] = field(default_factory=list)

    def take(self, other: "Total") -> None:
        self.units += other.units
        self.cents += other.cents
        self.parts.append(other)

    @property
    def mean_cents(self) -> float:
        return self.cents / self.units if self.units else 0.0


def totals(sales: Iterable[Sale]) -> Total:
    """Return the total of everything, with regions and their shops below it."""
    everything = Total("all")
    for region, shops in grouped(sales).items():
        regional = Total(region)
        for shop, sold in shops.items():
            one = Total(shop)
            for sale in sold:
                one.units += sale.units
                one.cents += sale.units * sale.cents
            regional.take(one)
        everything.take(regional)
    return everything


def best(total: Total) -> Total | None:
    """Return the part that brought in most."""
    return max(total.parts, key=lambda part: part.cents, default=None)


def share(part: Total, whole: Total) -> float:
    return part.cents / whole.cents if whole.cents else 0.0
