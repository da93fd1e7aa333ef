"""What can be wrong with a configuration, and where."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    path: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


class ConfigError(Exception):
    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message


class Unreadable(ConfigError):
    """The file cannot be read at all."""


class BadSyntax(ConfigError):
    pass


class BadValue(ConfigError):
    pass
