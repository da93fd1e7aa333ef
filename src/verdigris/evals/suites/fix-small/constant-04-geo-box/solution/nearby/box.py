"""A rectangle of degrees around a point, to find candidates quickly in a sorted table."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians

from nearby.points import EARTH_RADIUS_KM, Point

KM_PER_DEGREE = 2 * pi * EARTH_RADIUS_KM / 360


@dataclass(frozen=True)
class Box:
    south: float
    west: float
    north: float
    east: float

    def holds(self, point: Point) -> bool:
        return self.south <= point.lat <= self.north and self.west <= point.lon <= self.east

    @property
    def area_km2(self) -> float:
        """About; good enough to choose between a walk over the box and one over the table."""
        middle = radians((self.south + self.north) / 2)
        high = (self.north - self.south) * KM_PER_DEGREE
        return high * (self.east - self.west) * KM_PER_DEGREE * cos(middle)


def box_around(centre: Point, km: float) -> Box:
    """A box with all points within `km` of the centre.

    Circles of latitude are shorter near the poles, so the box is wider there in degrees; where it
    would reach a pole or the date line it spans all longitudes. The margin of one per cent makes
    up for the curve of the circle.
    """
    high = km / KM_PER_DEGREE
    south, north = centre.lat - high, centre.lat + high
    if north >= 89 or south <= -89:
        return Box(max(-90.0, south), -180.0, min(90.0, north), 180.0)
    widest = max(abs(south), abs(north))
    wide = 1.01 * km / (KM_PER_DEGREE * cos(radians(widest)))
    west, east = centre.lon - wide, centre.lon + wide
    if west < -180 or east > 180:
        west, east = -180.0, 180.0
    return Box(south, west, north, east)
