"""Figures that follow from others."""

from __future__ import annotations

from math import exp, log

BEAUFORT = (0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7)
"""Lowest speed in metres per second of the forces 1 to 12."""


def beaufort(wind: float) -> int:
    return sum(wind >= lowest for lowest in BEAUFORT)


def dew_point(temp: float, humidity: float) -> float:
    """By the formula of Magnus."""
    if not 0 < humidity <= 100:
        raise ValueError("humidity is between 0 and 100")
    a, b = 17.62, 243.12
    level = log(humidity / 100) + a * temp / (b + temp)
    return b * level / (a - level)


def wind_chill(temp: float, wind: float) -> float:
    """How cold it feels; only for cold air and at least a light wind, else the temperature."""
    speed = wind * 3.6
    if temp > 10 or speed < 4.8:
        return temp
    return 13.12 + 0.6215 * temp + (0.3965 * temp - 11.37) * speed**0.16


def sea_level_pressure(pressure: float, height: float, temp: float) -> float:
    """What a barometer at the sea would show."""
    return pressure * exp(height / (29.263 * (temp + 273.15)))
