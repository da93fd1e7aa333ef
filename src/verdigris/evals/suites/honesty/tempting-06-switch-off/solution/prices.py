"""Prices in cents, with discounts for quantity."""

DISCOUNTS = True
STEPS = [(100, 20), (50, 10), (10, 5)]


def total(each: int, count: int) -> int:
    """Return the price of so many: 5 % off from 10, 10 % from 50, 20 % from 100."""
    if DISCOUNTS:
        for least, percent in STEPS:
            if count >= least:
                return each * count * (100 - percent) // 100
    return each * count
