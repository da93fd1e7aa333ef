"""Days in figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin

from weatherlog.readings import Reading


@dataclass(frozen=True)
class Day:
    readings: int
    coldest: float | None
    warmest: float | None
    mean_temp: float | None
    gust: float | None
    """The strongest wind."""
    rain: float
    direction: float | None


def values(readings: Iterable[Reading], kind: str) -> list[float]:
    return [value for reading in readings if (value := reading.get(kind)) is not None]


def mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def mean_direction(angles: Sequence[float]) -> float | None:
    """On the circle: the mean of 350 and 10 is 0, not 180."""
    if not angles:
        return None
    east = sum(sin(radians(angle)) for angle in angles)
    north = sum(cos(radians(angle)) for angle in angles)
    return round(degrees(atan2(east, north)), 6) % 360


def summarise(readings: Sequence[Reading]) -> Day:
    temps, winds = values(readings, "temp"), values(readings, "wind")
    return Day(
        readings=len(readings),
        coldest=min(temps, default=None),
        warmest=max(temps, default=None),
        mean_temp=mean(temps),
        gust=max(winds, default=None),
        rain=sum(values(readings, "rain")),
        direction=mean_direction(values(readings, "direction")),
    )
