"""From the units of instruments to ours, and back for display.

A unit is a factor and an offset: ours = (theirs - offset) * factor.
"""

from __future__ import annotations

from dataclasses import dataclass

from weatherlog.errors import UnknownUnit


@dataclass(frozen=True)
class Unit:
    factor: float
    offset: float = 0.0

    def to_ours(self, value: float) -> float:
        return (value - self.offset) * self.factor

    def from_ours(self, value: float) -> float:
        return value / self.factor + self.offset


UNITS: dict[str, dict[str, Unit]] = {
    "temp": {
        "C": Unit(1),
        "F": Unit(5 / 9, 32),
        "K": Unit(1, 273.15),
    },
    "wind": {
        "m/s": Unit(1),
        "km/h": Unit(1 / 3.6),
        "kt": Unit(1.852),
        "mph": Unit(1.609344 / 3.6),
    },
    "pressure": {
        "hPa": Unit(1),
        "kPa": Unit(10),
        "mmHg": Unit(1.333224),
        "inHg": Unit(33.86389),
    },
    "rain": {
        "mm": Unit(1),
        "cm": Unit(10),
        "in": Unit(25.4),
    },
    "humidity": {
        "%": Unit(1),
    },
    "direction": {
        "deg": Unit(1),
    },
}


def unit(kind: str, name: str) -> Unit:
    try:
        return UNITS[kind][name]
    except KeyError:
        raise UnknownUnit(kind, name) from None


def to_ours(kind: str, value: float, name: str) -> float:
    return unit(kind, name).to_ours(value)


def show(kind: str, value: float, name: str, digits: int = 1) -> str:
    """A value of ours as people want to read it."""
    shown = round(unit(kind, name).from_ours(value), digits) + 0.0
    return f"{shown:.{digits}f} {name}"
