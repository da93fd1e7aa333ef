"""Conditions as values: a text with placeholders, and the values for them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Condition:
    text: str
    values: tuple[object, ...] = ()

    def __and__(self, other: "Condition") -> "Condition":
        return all_of(self, other)

    def __or__(self, other: "Condition") -> "Condition":
        return any_of(self, other)

    def __invert__(self) -> "Condition":
        return Condition(f"NOT ({self.text})", self.values)


def eq(column: str, value: object) -> Condition:
    if value is None:
        return is_null(column)
    return Condition(f"{column} = ?", (value,))


def lt(column: str, value: object) -> Condition:
    return Condition(f"{column} < ?", (value,))


def gt(column: str, value: object) -> Condition:
    return Condition(f"{column} > ?", (value,))


def is_null(column: str) -> Condition:
    return Condition(f"{column} IS NULL")


def all_of(*conditions: Condition) -> Condition:
    return _join(" AND ", conditions)


def any_of(*conditions: Condition) -> Condition:
    return _join(" OR ", conditions)


def _join(word: str, conditions: tuple[Condition, ...]) -> Condition:
    if len(conditions) == 1:
        return conditions[0]
    text = word.join(condition.text for condition in conditions)
    values = tuple(value for condition in conditions for value in condition.values)
    return Condition(f"({text})", values)
