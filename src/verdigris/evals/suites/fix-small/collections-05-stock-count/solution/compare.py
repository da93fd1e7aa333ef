"""Compares two stocks."""

from typing import NamedTuple

from stock import Stock


class Difference(NamedTuple):
    article: str
    expected: int
    found: int

    @property
    def missing(self) -> int:
        return max(self.expected - self.found, 0)

    @property
    def extra(self) -> int:
        return max(self.found - self.expected, 0)


def differences(expected: Stock, found: Stock) -> list[Difference]:
    """Return every article of which there is more or less than expected, by name."""
    return [
        Difference(article, expected[article], found[article])
        for article in sorted(set(expected) | set(found))
        if expected[article] != found[article]
    ]


def agreement(expected: Stock, found: Stock) -> float:
    """Return the share of expected articles whose quantity is right; 1 when none is expected."""
    wanted = list(expected)
    if not wanted:
        return 1.0
    return sum(expected[article] == found[article] for article in wanted) / len(wanted)
