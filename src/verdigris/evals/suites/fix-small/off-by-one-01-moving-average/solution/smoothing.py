"""Smoothing the readings of the river gauge."""

from collections.abc import Iterable, Sequence
from itertools import pairwise


def moving_average(readings: Sequence[float], width: int) -> list[float]:
    """The mean of every `width` neighbouring readings; none when there are fewer than that."""
    if width < 1:
        raise ValueError("a window holds at least one reading")
    return [
        sum(readings[first : first + width]) / width for first in range(len(readings) - width + 1)
    ]


def changes(readings: Sequence[float]) -> list[float]:
    """The step from each reading to the next."""
    return [after - before for before, after in pairwise(readings)]


def rising(readings: Sequence[float], width: int) -> bool:
    """Whether the smoothed level never falls, and rises at least once."""
    steps = changes(moving_average(readings, width))
    return bool(steps) and min(steps) >= 0 and max(steps) > 0


def peaks(readings: Iterable[float], threshold: float) -> list[int]:
    """Positions of readings above `threshold`."""
    return [place for place, level in enumerate(readings) if level > threshold]
