"""Functions every program has."""

from collections.abc import Callable
from typing import Any

from lang.errors import Failed
from lang.scope import Scope
from lang.values import is_number, shown

Native = Callable[..., Any]


def _range(*limits: int) -> list[int]:
    if not 1 <= len(limits) <= 2 or not all(isinstance(limit, int) for limit in limits):
        raise Failed("range takes one or two whole numbers")
    return list(range(*limits))


def _len(value: Any) -> int:
    if not isinstance(value, str | list):
        raise Failed(f"{shown(value)} has no length")
    return len(value)


def _push(items: list[Any], item: Any) -> list[Any]:
    """Return a new list with one item more."""
    return [*items, item]


def _sum(items: list[Any]) -> Any:
    if not all(map(is_number, items)):
        raise Failed("sum takes numbers")
    return sum(items)


def global_scope(out: Callable[[str], None]) -> Scope:
    """Return a scope with the built-in functions; `print` writes to `out`."""
    scope = Scope()
    natives: dict[str, Native] = {
        "range": _range,
        "len": _len,
        "push": _push,
        "sum": _sum,
        "str": shown,
        "print": lambda *values: out(" ".join(map(shown, values))),
    }
    for name, native in natives.items():
        scope.define(name, native)
    return scope
