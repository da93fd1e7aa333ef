"""Counts how often observations fall into buckets, and their sum."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import inf

DEFAULT_BOUNDS = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0)


class Histogram:
    """Each bound is the largest value its bucket takes (`le` in the output: less or equal).

    What exceeds every bound goes to a last bucket without limit.
    """

    def __init__(self, name: str, help_text: str, bounds: Sequence[float] = DEFAULT_BOUNDS) -> None:
        if not bounds or list(bounds) != sorted(set(bounds)):
            raise ValueError("bounds must be given, ascending and distinct")
        self.name = name
        self.help_text = help_text
        self.kind = "histogram"
        self.bounds = (*bounds, inf)
        self._counts = [0] * len(self.bounds)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect.bisect(self.bounds, value)] += 1
        self._sum += value

    @property
    def count(self) -> int:
        return sum(self._counts)

    def cumulative(self) -> list[int]:
        """For each bound, how many observations were at most that."""
        return list(accumulate(self._counts))

    def quantile(self, share: float) -> float:
        """The bound of the bucket that holds this share of all observations."""
        if not self.count:
            raise LookupError("nothing was observed")
        wanted = share * self.count
        for bound, reached in zip(self.bounds, self.cumulative(), strict=True):
            if reached >= wanted:
                return bound
        return inf

    def samples(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...], float]]:
        for bound, reached in zip(self.bounds, self.cumulative(), strict=True):
            shown = "+Inf" if bound == inf else str(bound)
            yield f"{self.name}_bucket", (("le", shown),), reached
        yield f"{self.name}_sum", (), self._sum
        yield f"{self.name}_count", (), self.count
