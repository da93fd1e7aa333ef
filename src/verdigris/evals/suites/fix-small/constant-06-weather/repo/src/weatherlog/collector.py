"""Takes messages in, and keeps the good readings by station."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from weatherlog.errors import BadMessage
from weatherlog.messages import parse_all
from weatherlog.quality import Note, impossible, jumps
from weatherlog.readings import Reading
from weatherlog.stations import NORTH, Stations


class Collector:
    def __init__(self, stations: Stations = NORTH) -> None:
        self.stations = stations
        self.notes: list[Note] = []
        self.rejected = 0
        self._readings: dict[str, list[Reading]] = defaultdict(list)

    def take(self, lines: Iterable[str]) -> int:
        """The number of readings that were kept."""
        kept = 0
        for found in parse_all(lines):
            if isinstance(found, BadMessage) or found.station not in self.stations:
                self.rejected += 1
                continue
            self._keep(found)
            kept += 1
        return kept

    def readings(self, station: str, day: date | None = None) -> list[Reading]:
        found = self._readings[self.stations[station].code]
        ordered = sorted(found, key=lambda reading: reading.time)
        return [reading for reading in ordered if day is None or reading.day == day]

    def latest(self, station: str) -> Reading | None:
        found = self.readings(station)
        return found[-1] if found else None

    def _keep(self, reading: Reading) -> None:
        notes = impossible(reading)
        before = self.latest(reading.station)
        if before is not None:
            notes += jumps(before, reading)
        self.notes += notes
        wrong = {note.kind for note in notes}
        self._readings[reading.station].append(reading.without(wrong))
