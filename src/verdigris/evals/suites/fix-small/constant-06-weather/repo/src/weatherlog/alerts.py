"""Warnings for the public."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from weatherlog.days import Day
from weatherlog.derived import beaufort


@dataclass(frozen=True)
class Alert:
    level: int
    text: str


def alerts(day: Day) -> Iterator[Alert]:
    """The most serious of each sort."""
    if day.gust is not None:
        force = beaufort(day.gust)
        if force >= 10:
            yield Alert(3, f"storm, force {force}")
        elif force >= 8:
            yield Alert(2, f"gale, force {force}")
        elif force >= 7:
            yield Alert(1, f"strong wind, force {force}")
    if day.rain >= 30:
        yield Alert(2, f"heavy rain, {day.rain:.0f} mm")
    if day.coldest is not None and day.coldest <= -10:
        yield Alert(2, "severe frost")
    elif day.coldest is not None and day.coldest < 0:
        yield Alert(1, "frost")
