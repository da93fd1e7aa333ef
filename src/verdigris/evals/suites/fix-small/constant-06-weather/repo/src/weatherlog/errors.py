"""What is wrong with a message or a station."""

from __future__ import annotations


class WeatherError(Exception):
    """Every error of this package."""


class BadMessage(WeatherError):
    def __init__(self, message: str, why: str) -> None:
        super().__init__(f"{why}: {message[:60]}")
        self.why = why


class UnknownUnit(WeatherError):
    def __init__(self, kind: str, unit: str) -> None:
        super().__init__(f"{kind} is not measured in {unit!r}")
        self.unit = unit


class UnknownStation(WeatherError):
    def __init__(self, code: str) -> None:
        super().__init__(f"no station {code!r}")
        self.code = code
