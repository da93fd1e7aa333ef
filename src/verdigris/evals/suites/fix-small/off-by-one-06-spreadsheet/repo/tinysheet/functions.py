"""The functions that formulas can call. Each takes the flat list of its arguments' values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tinysheet.errors import BadValue, DividedByZero, UnknownFunction

Value = float | str | bool | None
Function = Callable[[Sequence[Value]], Value]
_FUNCTIONS: dict[str, Function] = {}


def function(name: str) -> Callable[[Function], Function]:
    def register(made: Function) -> Function:
        _FUNCTIONS[name] = made
        return made

    return register


def lookup(name: str) -> Function:
    try:
        return _FUNCTIONS[name]
    except KeyError:
        raise UnknownFunction(name) from None


def numbers(values: Sequence[Value]) -> list[float]:
    """Texts and empty cells do not count."""
    return [value for value in values if isinstance(value, float)]


@function("SUM")
def _sum(values: Sequence[Value]) -> Value:
    return sum(numbers(values), 0.0)


@function("COUNT")
def _count(values: Sequence[Value]) -> Value:
    return float(len(numbers(values)))


@function("AVERAGE")
def _average(values: Sequence[Value]) -> Value:
    found = numbers(values)
    if not found:
        raise DividedByZero("the average of nothing")
    return sum(found) / len(found)


@function("MIN")
def _min(values: Sequence[Value]) -> Value:
    return min(numbers(values), default=0.0)


@function("MAX")
def _max(values: Sequence[Value]) -> Value:
    return max(numbers(values), default=0.0)


@function("ROUND")
def _round(values: Sequence[Value]) -> Value:
    if len(values) != 2 or len(numbers(values)) != 2:
        raise BadValue("ROUND takes a number and a count of digits")
    number, digits = numbers(values)
    return float(round(number, int(digits)))


@function("LEN")
def _len(values: Sequence[Value]) -> Value:
    if len(values) != 1:
        raise BadValue("LEN takes one text")
    return float(len(str(values[0] or "")))


@function("CONCAT")
def _concat(values: Sequence[Value]) -> Value:
    from tinysheet.formats import show

    return "".join(show(value) for value in values)
