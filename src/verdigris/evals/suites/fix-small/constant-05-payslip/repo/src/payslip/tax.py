"""Income tax, by bands of the yearly income."""

from __future__ import annotations

from collections.abc import Iterator

from payslip.rates import BANDS, MONTHS, Band


def parts(yearly: int) -> Iterator[tuple[int, Band]]:
    """How much of the income falls into each band, as far as it reaches."""
    lower = 0.0
    for band in BANDS:
        if yearly <= lower:
            return
        yield int(min(yearly, band.limit) - lower), band
        lower = band.limit


def yearly_tax(yearly: int) -> int:
    return sum(part * band.percent for part, band in parts(yearly)) // 100


def monthly_tax(monthly: int) -> int:
    return yearly_tax(monthly * MONTHS) // MONTHS


def top_percent(yearly: int) -> int:
    """The rate on the last cent earned."""
    percent = 0
    for _, band in parts(yearly):
        percent = band.percent
    return percent
