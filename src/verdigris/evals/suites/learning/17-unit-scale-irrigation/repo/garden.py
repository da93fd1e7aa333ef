"""Beds and their watering."""

from pumps import Pump

SMALL = Pump("small", 2.0)
LARGE = Pump("large", 7.5, warm_up=3)


class Garden:
    def __init__(self, tank):
        self.tank = tank
        self.used = 0.0
        self.beds = {}

    def plant(self, bed, litres):
        """A bed, and how much it needs a day."""
        self.beds[bed] = litres

    def need(self):
        return sum(self.beds.values())

    def water(self, pump, hours):
        """Run a pump; the litres that came, no more than the tank holds."""
        litres = min(pump.moved(hours), self.tank)
        self.tank -= litres
        self.used += litres
        return litres

    def enough(self, pump, hours):
        return pump.moved(hours) >= self.need()
