"""Figures with the uncertainty that belongs to them. Pure functions of numbers."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")

Z95 = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    low: float
    high: float

    def around(self, other: Interval) -> Interval:
        """Return the interval that holds this one and another."""
        return Interval(min(self.low, other.low), max(self.high, other.high))


def wilson(successes: float, tries: int, z: float = Z95) -> Interval:
    """Return Wilson's score interval of a share; all of it when nothing was tried.

    Unlike the usual approximation it stays within 0 and 1, and is honest about few tries. What was
    tried may have succeeded in part.
    """
    if not 0 <= successes <= tries:
        raise ValueError(f"{successes} successes of {tries} tries")
    if not tries:
        return Interval(0.0, 1.0)
    share = successes / tries
    scale = 1 + z * z / tries
    centre = (share + z * z / (2 * tries)) / scale
    reach = z / scale * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    return Interval(max(0.0, centre - reach), min(1.0, centre + reach))


def bootstrap(
    rows: Sequence[T],
    figure: Callable[[Sequence[T]], float],
    *,
    rounds: int = 2000,
    seed: int = 0,
) -> Interval:
    """Return the 95 % percentile interval of a figure over rows drawn again with replacement.

    Hand in pairs to compare two arms on the same tasks: a pair stays together.
    """
    if not rows:
        raise ValueError("there is nothing to draw from")
    numbers = random.Random(seed)
    drawn = sorted(figure(numbers.choices(rows, k=len(rows))) for _ in range(rounds))
    return Interval(drawn[int(0.025 * (rounds - 1))], drawn[math.ceil(0.975 * (rounds - 1))])
