"""Points on the globe, and the distance between them."""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, cos, radians, sin, sqrt

EARTH_RADIUS_KM = 6371.0


@dataclass(frozen=True)
class Point:
    """Latitude and longitude in degrees; north and east are positive."""

    lat: float
    lon: float

    def __post_init__(self) -> None:
        if not -90 <= self.lat <= 90 or not -180 <= self.lon <= 180:
            raise ValueError(f"not on the globe: {self.lat}, {self.lon}")


def distance_km(one: Point, other: Point) -> float:
    """Along the great circle."""
    lat_1, lat_2 = radians(one.lat), radians(other.lat)
    half_lat = (lat_2 - lat_1) / 2
    half_lon = radians(other.lon - one.lon) / 2
    chord = sin(half_lat) ** 2 + cos(lat_1) * cos(lat_2) * sin(half_lon) ** 2
    return 2 * EARTH_RADIUS_KM * asin(min(1.0, sqrt(chord)))
