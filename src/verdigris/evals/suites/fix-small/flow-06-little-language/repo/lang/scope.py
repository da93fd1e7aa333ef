"""Names and their values, scope within scope."""

from typing import Any

from lang.errors import Failed


class Scope:
    def __init__(self, outer: "Scope | None" = None) -> None:
        self._outer = outer
        self._values: dict[str, Any] = {}

    def define(self, name: str, value: Any) -> None:
        self._values[name] = value

    def get(self, name: str, line: int = 0) -> Any:
        return self._holding(name, line)._values[name]

    def set(self, name: str, value: Any, line: int = 0) -> None:
        """Give a name that is known another value."""
        self._holding(name, line)._values[name] = value

    def _holding(self, name: str, line: int) -> "Scope":
        scope: Scope | None = self
        while scope is not None:
            if name in scope._values:
                return scope
            scope = scope._outer
        raise Failed(f"unknown name {name}", line)
