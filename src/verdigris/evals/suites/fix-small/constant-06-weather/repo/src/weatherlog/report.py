"""A day at all stations, as text."""

from __future__ import annotations

from datetime import date

from weatherlog.alerts import alerts
from weatherlog.collector import Collector
from weatherlog.days import Day, summarise
from weatherlog.units import show

METRIC = {"temp": "C", "wind": "km/h", "rain": "mm"}
SAILOR = {"temp": "C", "wind": "kt", "rain": "mm"}
AMERICAN = {"temp": "F", "wind": "mph", "rain": "in"}


def line(name: str, day: Day, style: dict[str, str] = METRIC) -> str:
    if not day.readings:
        return f"{name}: no readings"
    parts = []
    if day.coldest is not None and day.warmest is not None:
        low = show("temp", day.coldest, style["temp"])
        high = show("temp", day.warmest, style["temp"])
        parts.append(f"{low} to {high}")
    if day.gust is not None:
        parts.append(f"wind up to {show('wind', day.gust, style['wind'], 0)}")
    if day.rain:
        parts.append(f"rain {show('rain', day.rain, style['rain'])}")
    warnings = [f"! {alert.text}" for alert in alerts(day)]
    return "; ".join([f"{name}: {', '.join(parts)}", *warnings])


def report(collector: Collector, day: date, style: dict[str, str] = METRIC) -> str:
    return "\n".join(
        line(station.name, summarise(collector.readings(station.code, day)), style)
        for station in collector.stations
    )
