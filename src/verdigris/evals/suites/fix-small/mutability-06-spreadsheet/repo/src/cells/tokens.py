"""The words of a formula."""

import re
from typing import NamedTuple

from cells.errors import BadFormula

_TOKEN = re.compile(
    r'\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<text>"[^"]*")|(?P<name>[A-Za-z]+\d*)|(?P<sign>[-+*/^&(),:]))'
)


class Token(NamedTuple):
    kind: str
    text: str


def tokens(formula: str) -> list[Token]:
    """Cut a formula, without its equals sign, into tokens."""
    found: list[Token] = []
    position, formula = 0, formula.rstrip()
    while position < len(formula):
        match = _TOKEN.match(formula, position)
        if match is None or match.lastgroup is None:
            raise BadFormula(formula[position:])
        found.append(Token(match.lastgroup, match[match.lastgroup]))
        position = match.end()
    return found
