"""The result of a stock count, as text and in money."""

from collections.abc import Mapping

from compare import Difference, agreement, differences
from stock import Stock


def line(difference: Difference) -> str:
    if difference.missing:
        return f"{difference.article}: {difference.missing} missing"
    return f"{difference.article}: {difference.extra} too many"


def report(expected: Stock, found: Stock) -> str:
    rows = [line(each) for each in differences(expected, found)]
    rows.append(f"{agreement(expected, found):.0%} of the articles agree")
    return "\n".join(rows)


def loss(expected: Stock, found: Stock, cents: Mapping[str, int]) -> int:
    """Return what the missing pieces are worth, less what is there too much."""
    return sum(
        (each.missing - each.extra) * cents.get(each.article, 0)
        for each in differences(expected, found)
    )
