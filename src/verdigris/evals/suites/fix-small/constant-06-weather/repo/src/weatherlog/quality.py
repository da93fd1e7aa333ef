"""Values that cannot be true are left out, with a note."""

from __future__ import annotations

from dataclasses import dataclass

from weatherlog.readings import Reading

LIMITS = {
    "temp": (-50.0, 50.0),
    "wind": (0.0, 75.0),
    "pressure": (850.0, 1090.0),
    "rain": (0.0, 300.0),
    "humidity": (0.0, 100.0),
    "direction": (0.0, 360.0),
}
LARGEST_JUMP = {"temp": 10.0, "pressure": 15.0}
"""Between readings that follow each other, per hour."""


@dataclass(frozen=True)
class Note:
    station: str
    kind: str
    text: str


def impossible(reading: Reading) -> list[Note]:
    notes = []
    for kind, value in reading.values.items():
        low, high = LIMITS[kind]
        if not low <= value <= high:
            notes.append(Note(reading.station, kind, f"{value:g} is outside {low:g} to {high:g}"))
    return notes


def jumps(before: Reading, after: Reading) -> list[Note]:
    """Changes that are too quick to be weather."""
    hours = (after.time - before.time).total_seconds() / 3600
    notes = []
    for kind, largest in LARGEST_JUMP.items():
        old, new = before.get(kind), after.get(kind)
        if old is None or new is None or hours <= 0:
            continue
        if abs(new - old) / hours > largest:
            notes.append(Note(after.station, kind, f"from {old:g} to {new:g} in {hours:g} h"))
    return notes
