"""Values that are suspiciously far from the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from measure.running import Running


def outliers(values: Sequence[float], limit: float = 3.0) -> Iterator[int]:
    """Positions of values more than `limit` deviations from the mean of all others."""
    for place, value in enumerate(values):
        others = Running([*values[:place], *values[place + 1 :]])
        if others.count < 2:
            return
        if abs(value - others.mean) > limit * others.deviation:
            yield place
