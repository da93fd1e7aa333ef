"""Errors that name the place in the template."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """Line and column, both counted from one."""

    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


class TemplateError(Exception):
    def __init__(self, message: str, place: Place) -> None:
        super().__init__(f"{message} ({place})")
        self.message = message
        self.place = place
