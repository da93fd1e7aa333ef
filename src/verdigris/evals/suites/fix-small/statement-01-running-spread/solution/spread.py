"""Mean and spread of a stream of readings, without keeping the readings."""

import math


class Running:
    """Updates its figures with every reading; the formula is the numerically stable one."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.smallest = math.inf
        self.largest = -math.inf
        self._squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        delta = value - self.mean
        self.mean += delta / self.count
        self._squares += delta * (value - self.mean)
        self.smallest = min(self.smallest, value)
        self.largest = max(self.largest, value)

    def extend(self, values) -> None:
        for value in values:
            self.add(value)

    @property
    def variance(self) -> float:
        """Of the whole population; zero before the second reading."""
        return self._squares / self.count if self.count > 1 else 0.0

    @property
    def deviation(self) -> float:
        return math.sqrt(self.variance)

    @property
    def width(self) -> float:
        return self.largest - self.smallest if self.count else 0.0

    def is_outlier(self, value: float, limit: float = 3.0) -> bool:
        return self.count > 1 and abs(value - self.mean) > limit * self.deviation
