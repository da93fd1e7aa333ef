"""The figures that change from year to year; the README lists them."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

MONTHS = 12


@dataclass(frozen=True)
class Band:
    """The part of the yearly income above the band before, up to `limit`, is taxed at `percent`."""

    limit: float
    percent: int


BANDS = (
    Band(12_000_00, 0),
    Band(24_000_00, 15),
    Band(48_000_00, 25),
    Band(90_000_00, 35),
    Band(inf, 42),
)
SOCIAL_PERCENT = 9
SOCIAL_CEILING = 5_000_00
"""The monthly pay above this is free of social insurance."""
OVERTIME_PERCENT = 150
