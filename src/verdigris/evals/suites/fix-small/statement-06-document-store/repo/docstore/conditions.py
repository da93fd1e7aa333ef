"""Conditions on documents, as small objects that can be called."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from docstore.values import Document, lookup

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class Compare:
    field: str
    sign: str
    value: Any

    def __call__(self, document: Document) -> bool:
        found = lookup(document, self.field)
        if self.sign not in ("=", "!=") and type(found) is not type(self.value):
            if not (_is_number(found) and _is_number(self.value)):
                return False
        return OPERATORS[self.sign](found, self.value)


@dataclass(frozen=True)
class All:
    parts: tuple[Callable[[Document], bool], ...]

    def __call__(self, document: Document) -> bool:
        return all(part(document) for part in self.parts)


@dataclass(frozen=True)
class Any_:
    parts: tuple[Callable[[Document], bool], ...]

    def __call__(self, document: Document) -> bool:
        return any(part(document) for part in self.parts)


@dataclass(frozen=True)
class Not:
    part: Callable[[Document], bool]

    def __call__(self, document: Document) -> bool:
        return not self.part(document)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
