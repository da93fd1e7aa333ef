"""Sensors by name, and what they all say together."""

from hub.sensor import Reading, Sensor


class Hub:
    def __init__(self) -> None:
        self._sensors: dict[str, Sensor] = {}
        self.alarms: list[tuple[str, Reading]] = []

    def add(self, sensor: Sensor) -> Sensor:
        if sensor.name in self._sensors:
            raise ValueError(f"there is a sensor {sensor.name} already")
        self._sensors[sensor.name] = sensor
        sensor.listeners.append(self._alarm)
        return sensor

    def record(self, name: str, second: int, value: float) -> None:
        self._sensors[name].record(second, value)

    def latest(self) -> dict[str, str]:
        """Return the last reading of each sensor with its unit; `-` where there is none."""
        return {
            name: f"{sensor.last.value:g} {sensor.unit}".strip() if sensor.last else "-"
            for name, sensor in sorted(self._sensors.items())
        }

    def silent(self, now: int, seconds: int = 60) -> list[str]:
        """Return the sensors that were not heard of for a while."""
        return [
            name
            for name, sensor in sorted(self._sensors.items())
            if sensor.last is None or now - sensor.last.second > seconds
        ]

    def _alarm(self, name: str, reading: Reading) -> None:
        self.alarms.append((name, reading))
