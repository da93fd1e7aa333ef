"""Offers: several articles with their quantities, for one customer."""

from dataclasses import dataclass

from catalogue.prices import Prices


@dataclass(frozen=True)
class Position:
    number: str
    quantity: int


def total(prices: Prices, customer: str, positions: list[Position]) -> int:
    return sum(prices.price(customer, each.number) * each.quantity for each in positions)


def dearest(prices: Prices, customer: str, positions: list[Position]) -> Position | None:
    """Return the position that costs most."""
    return max(
        positions,
        key=lambda each: prices.price(customer, each.number) * each.quantity,
        default=None,
    )
