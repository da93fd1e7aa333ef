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


def events(seen: int) -> Interval:
    """Return the exact 95 % interval of a count of rare events (Garwood's).

    Its ends are the numbers to be expected for which so many, or more, and so many, or fewer, would
    be seen in one of 40 cases.
    """
    if seen < 0:
        raise ValueError(f"{seen} events")
    far = seen + 10 * math.sqrt(seen + 1)
    low = _crossing(lambda mean: 1 - _at_most(seen - 1, mean), far) if seen else 0.0
    return Interval(low, _crossing(lambda mean: 1 - _at_most(seen, mean), far, 0.975))


def _at_most(number: int, mean: float) -> float:
    """Return the chance of no more events than a number, by Poisson's law."""
    return math.fsum(
        math.exp(k * math.log(mean) - mean - math.lgamma(k + 1)) for k in range(number + 1)
    )


def _crossing(rising: Callable[[float], float], far: float, level: float = 0.025) -> float:
    """Return where a function that rises between 0 and `far` reaches a level."""
    low, high = 0.0, far
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < level else (low, middle)
    return high


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
