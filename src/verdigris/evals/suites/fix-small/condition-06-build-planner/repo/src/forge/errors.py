"""What can go wrong, from reading the rules to running the commands."""

from __future__ import annotations

from collections.abc import Sequence


class ForgeError(Exception):
    """Every error of this package."""


class RuleError(ForgeError):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class Cycle(ForgeError):
    def __init__(self, path: Sequence[str]) -> None:
        super().__init__("a product is made from itself: " + " < ".join(path))
        self.path = tuple(path)


class NoRule(ForgeError):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not there, and no rule makes it")
        self.name = name


class CommandFailed(ForgeError):
    def __init__(self, target: str, message: str) -> None:
        super().__init__(f"{target}: {message}")
        self.target = target
