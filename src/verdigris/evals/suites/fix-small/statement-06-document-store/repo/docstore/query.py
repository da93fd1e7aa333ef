"""The query language: `age >= 18 and (city = "Ulm" or not active = true)`."""

import json
import re
from collections.abc import Callable

from docstore.conditions import All, Any_, Compare, Not
from docstore.errors import BadQuery
from docstore.values import Document

Condition = Callable[[Document], bool]
_TOKEN = re.compile(
    r'\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>-?\d+(?:\.\d+)?)|(?P<sign><=|>=|!=|[=<>])'
    r"|(?P<bracket>[()])|(?P<word>[A-Za-z_][\w.]*))"
)
_WORDS = {"true": True, "false": False, "null": None}


def parse(text: str) -> Condition:
    """Read a query. Raises BadQuery."""
    parser = _Parser(_tokens(text))
    condition = parser.either()
    if parser.rest:
        raise BadQuery(f"not expected: {parser.rest[0][1]}")
    return condition


def _tokens(text: str) -> list[tuple[str, str]]:
    found, position = [], 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if not match or match.lastgroup is None:
            raise BadQuery(f"cannot read: {text[position:].strip()[:20]}")
        found.append((match.lastgroup, match[match.lastgroup]))
        position = match.end()
    return found


class _Parser:
    def __init__(self, rest: list[tuple[str, str]]) -> None:
        self.rest = rest

    def either(self) -> Condition:
        parts = [self.both()]
        while self._next_is("or"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else Any_(tuple(parts))

    def both(self) -> Condition:
        parts = [self.one()]
        while self._next_is("and"):
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def one(self) -> Condition:
        if self._next_is("not"):
            return Not(self.one())
        if self._next_is("("):
            inner = self.either()
            if not self._next_is(")"):
                raise BadQuery("a bracket is not closed")
            return inner
        field = self._take("word")
        sign = self._take("sign")
        return Compare(field, sign, self._value())

    def _value(self) -> object:
        if not self.rest:
            raise BadQuery("a value is missing at the end")
        kind, text = self.rest.pop(0)
        if kind in ("text", "number"):
            return json.loads(text)
        if text in _WORDS:
            return _WORDS[text]
        raise BadQuery(f"not a value: {text}")

    def _next_is(self, text: str) -> bool:
        if self.rest and self.rest[0][1] == text and self.rest[0][0] != "text":
            self.rest.pop(0)
            return True
        return False

    def _take(self, kind: str) -> str:
        if not self.rest or self.rest[0][0] != kind:
            found = self.rest[0][1] if self.rest else "the end"
            raise BadQuery(f"expected a {kind}, found {found}")
        return self.rest.pop(0)[1]
