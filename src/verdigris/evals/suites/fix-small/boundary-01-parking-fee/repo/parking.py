"""Fees for the car park at the station, in cents."""

from dataclasses import dataclass
from math import ceil

MINUTES_A_DAY = 24 * 60


@dataclass(frozen=True)
class Tariff:
    """`free_minutes` is a grace period: a stay no longer than it costs nothing."""

    free_minutes: int = 20
    per_half_hour: int = 150
    day_cap: int = 1800


STATION = Tariff()


def fee(minutes: int, tariff: Tariff = STATION) -> int:
    """What a stay costs: every begun half hour counts, up to the cap of each day."""
    if minutes < 0:
        raise ValueError("a stay cannot be negative")
    if minutes < tariff.free_minutes:
        return 0
    days, rest = divmod(minutes, MINUTES_A_DAY)
    started = ceil(rest / 30)
    return days * tariff.day_cap + min(started * tariff.per_half_hour, tariff.day_cap)


def receipt(minutes: int, tariff: Tariff = STATION) -> str:
    hours, rest = divmod(minutes, 60)
    cents = fee(minutes, tariff)
    return f"{hours}:{rest:02d} h  {cents // 100}.{cents % 100:02d}"
