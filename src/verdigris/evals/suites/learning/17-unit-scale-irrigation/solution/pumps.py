"""Pumps, and how much water they move."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pump:
    name: str
    litres_a_minute: float
    warm_up: int = 0
    """Minutes until water comes."""

    def moved(self, hours):
        """Litres within so many hours."""
        minutes = hours * 60
        flowing = max(0, minutes - self.warm_up)
        return flowing * self.litres_a_minute
