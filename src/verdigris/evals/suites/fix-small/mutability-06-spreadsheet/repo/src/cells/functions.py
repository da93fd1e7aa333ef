"""What formulas can call. Each function gets a flat list of values; empty cells are None."""

from collections.abc import Callable

from cells.errors import BadFormula, BadValue, DivisionByZero

Value = float | str | None


def numbers(values: list[Value]) -> list[float]:
    return [value for value in values if isinstance(value, float)]


def average(values: list[Value]) -> float:
    found = numbers(values)
    if not found:
        raise DivisionByZero("nothing to average")
    return sum(found) / len(found)


def smallest(values: list[Value]) -> float:
    return min(numbers(values), default=0.0)


def largest(values: list[Value]) -> float:
    return max(numbers(values), default=0.0)


def if_(values: list[Value]) -> Value:
    if len(values) != 3:
        raise BadFormula("IF takes three values")
    return values[1] if values[0] else values[2]


def rounded(values: list[Value]) -> float:
    number, digits = (*values, 0.0)[:2]
    if not isinstance(number, float) or not isinstance(digits, float):
        raise BadValue("ROUND takes numbers")
    return round(number, int(digits)) + 0.0


def length(values: list[Value]) -> float:
    return float(len(str(values[0] or "")))


FUNCTIONS: dict[str, Callable[[list[Value]], Value]] = {
    "SUM": lambda values: sum(numbers(values), 0.0),
    "COUNT": lambda values: float(len(numbers(values))),
    "AVERAGE": average,
    "MIN": smallest,
    "MAX": largest,
    "IF": if_,
    "ROUND": rounded,
    "LEN": length,
}
