"""How two measurements of the same things move together."""

from __future__ import annotations

from collections.abc import Iterable

from measure.running import Running


class Pairs:
    """Sample covariance and what follows from it."""

    def __init__(self, pairs: Iterable[tuple[float, float]] = ()) -> None:
        self.x = Running()
        self.y = Running()
        self._products = 0.0
        """Sum of the products of the distances from both means."""
        for x, y in pairs:
            self.add(x, y)

    def add(self, x: float, y: float) -> None:
        away = x - self.x.mean
        self.x.add(x)
        self.y.add(y)
        self._products += away * (y - self.y.mean)

    @property
    def covariance(self) -> float:
        if self.x.count < 2:
            raise ValueError("no covariance of fewer than two pairs")
        return self._products / (self.x.count - 1)

    @property
    def slope(self) -> float:
        """Of the straight line that fits best."""
        return self.covariance / self.x.variance

    @property
    def correlation(self) -> float:
        return self.covariance / (self.x.deviation * self.y.deviation)

    def predict(self, x: float) -> float:
        return self.y.mean + self.slope * (x - self.x.mean)
