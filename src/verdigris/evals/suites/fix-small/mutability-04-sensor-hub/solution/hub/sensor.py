"""A sensor keeps its last readings and tells listeners when a limit is crossed."""

from collections.abc import Callable
from typing import NamedTuple


class Reading(NamedTuple):
    second: int
    value: float


Listener = Callable[[str, Reading], None]


class Sensor:
    unit = ""

    def __init__(self, name: str, *, keep: int = 100, limit: float | None = None) -> None:
        self.name = name
        self.keep = keep
        self.limit = limit
        self.readings: list[Reading] = []
        self.listeners: list[Listener] = []

    def record(self, second: int, value: float) -> Reading:
        """Note a reading; those before it that are too many are dropped."""
        reading = Reading(second, self.convert(value))
        crossed = self._crosses(reading)
        self.readings.append(reading)
        del self.readings[: -self.keep]
        if crossed:
            for listener in self.listeners:
                listener(self.name, reading)
        return reading

    def convert(self, raw: float) -> float:
        return raw

    @property
    def last(self) -> Reading | None:
        return self.readings[-1] if self.readings else None

    def mean(self) -> float | None:
        """Return the mean of what is kept; None when nothing is."""
        if not self.readings:
            return None
        return sum(reading.value for reading in self.readings) / len(self.readings)

    def _crosses(self, reading: Reading) -> bool:
        if self.limit is None or reading.value <= self.limit:
            return False
        return self.last is None or self.last.value <= self.limit


class Thermometer(Sensor):
    unit = "°C"

    def convert(self, raw: float) -> float:
        """Raw values are tenths of a kelvin."""
        return round(raw / 10 - 273.15, 2)


class Counter(Sensor):
    """Counts up for ever; a reading is what was added since the one before."""

    unit = "pulses"

    def __init__(self, name: str, **more) -> None:
        super().__init__(name, **more)
        self._before: float | None = None

    def convert(self, raw: float) -> float:
        added = 0.0 if self._before is None else raw - self._before
        self._before = raw
        return added
