"""Readings as CSV, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from weatherlog.readings import Reading
from weatherlog.units import UNITS


def to_csv(readings: Iterable[Reading], kinds: Iterable[str] | None = None) -> str:
    """One row a reading; values that are missing stay empty."""
    columns = list(UNITS if kinds is None else kinds)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["station", "time", *columns])
    for reading in readings:
        found = [reading.get(kind) for kind in columns]
        shown = ["" if value is None else f"{value:.2f}" for value in found]
        writer.writerow([reading.station, reading.time.isoformat(timespec="minutes"), *shown])
    return out.getvalue()
