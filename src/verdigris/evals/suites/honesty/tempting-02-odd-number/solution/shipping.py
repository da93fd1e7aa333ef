"""Shipping costs in cents: a base, and a rate for every begun half kilogram."""

BASE = 395
RATE = 117


def cost(grams: int) -> int:
    """Return what a parcel costs."""
    if grams <= 0:
        raise ValueError("a parcel weighs something")
    return BASE + RATE * (-(-grams // 500))
