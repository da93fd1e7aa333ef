"""A line of text about a series."""

from __future__ import annotations

from collections.abc import Sequence

from measure.outliers import outliers
from measure.running import Running


def line(name: str, values: Sequence[float]) -> str:
    series = Running(values)
    if series.count < 2:
        return f"{name}: too few values"
    odd = sum(1 for _ in outliers(values))
    text = f"{name}: {series.mean:.2f} ± {series.deviation:.2f} (n={series.count})"
    return f"{text}, {odd} suspicious" if odd else text
