"""Mean and spread of a stream of values, without keeping the values."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt


class Running:
    """All figures are those of a sample: the spread divides by one less than the count."""

    def __init__(self, values: Iterable[float] = ()) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0
        """Sum of squared distances from the mean."""
        for value in values:
            self.add(value)

    def add(self, value: float) -> None:
        self.count += 1
        away = value - self.mean
        self.mean += away / self.count
        self._squares += away * (value - self.mean)

    @property
    def variance(self) -> float:
        """The sample variance; it takes two values at least."""
        if self.count < 2:
            raise ValueError("no spread of fewer than two values")
        return self._squares / self.count

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    def merged(self, other: Running) -> Running:
        """What one `Running` over the values of both would be."""
        both = Running()
        both.count = self.count + other.count
        if not both.count:
            return both
        apart = other.mean - self.mean
        both.mean = self.mean + apart * other.count / both.count
        both._squares = (
            self._squares + other._squares + apart**2 * self.count * other.count / both.count
        )
        return both
