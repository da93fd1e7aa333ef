"""Places by name, searched by distance."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping

from nearby.box import box_around
from nearby.points import Point, distance_km


class Table:
    def __init__(self, places: Mapping[str, Point]) -> None:
        self._places = sorted(places.items(), key=lambda item: item[1].lat)
        self._latitudes = [point.lat for _, point in self._places]

    def within(self, centre: Point, km: float) -> list[str]:
        """Names of the places at most `km` away, the nearest first."""
        found = []
        for name, point in self._candidates(centre, km):
            away = distance_km(centre, point)
            if away <= km:
                found.append((away, name))
        return [name for _, name in sorted(found)]

    def nearest(self, centre: Point) -> str:
        if not self._places:
            raise LookupError("the table is empty")
        return min(self._places, key=lambda item: distance_km(centre, item[1]))[0]

    def _candidates(self, centre: Point, km: float) -> Iterator[tuple[str, Point]]:
        box = box_around(centre, km)
        first = bisect_left(self._latitudes, box.south)
        after = bisect_right(self._latitudes, box.north)
        for name, point in self._places[first:after]:
            if box.holds(point):
                yield name, point
