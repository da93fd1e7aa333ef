"""Sales, and reading them from text."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Sale(NamedTuple):
    region: str
    shop: str
    units: int
    cents: int


def read(lines: Iterable[str]) -> Iterator[Sale]:
    """Read `north,Kiel,3,1200`; a first line with names is skipped."""
    for line in lines:
        if not line.strip() or line.startswith("region,"):
            continue
        region, shop, units, cents = (part.strip() for part in line.split(","))
        yield Sale(region, shop, int(units), int(cents))


def grouped(sales: Iterable[Sale]) -> dict[str, dict[str, list[Sale]]]:
    """Return sales by region and shop, in the order in which they first appear."""
    groups: dict[str, dict[str, list[Sale]]] = {}
    for sale in sales:
        groups.setdefault(sale.region, {}).setdefault(sale.shop, []).append(sale)
    return groups
