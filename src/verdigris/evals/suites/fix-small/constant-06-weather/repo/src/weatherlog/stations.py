"""The stations, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from weatherlog.errors import UnknownStation


@dataclass(frozen=True)
class Station:
    code: str
    name: str
    height: float
    """Metres above the sea."""


class Stations:
    def __init__(self, *stations: Station) -> None:
        self._stations = {station.code: station for station in stations}

    def __getitem__(self, code: str) -> Station:
        if code not in self._stations:
            raise UnknownStation(code)
        return self._stations[code]

    def __contains__(self, code: object) -> bool:
        return code in self._stations

    def __iter__(self) -> Iterator[Station]:
        return iter(self._stations.values())


NORTH = Stations(
    Station("HAM", "Hamburg", 11),
    Station("KIE", "Kiel", 5),
    Station("BRO", "Brocken", 1141),
)
