"""From the text of a formula to its tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tinysheet.errors import BadFormula

_PATTERN = re.compile(
    r"""\s*(?:
        (?P<number>\d+(?:\.\d+)?)
      | (?P<text>"(?:[^"]|"")*")
      | (?P<cell>[A-Za-z]{1,3}[1-9]\d*(?![\w(]))
      | (?P<name>[A-Za-z][A-Za-z0-9_.]*)
      | (?P<sign><=|>=|<>|[-+*/^&=<>(),:])
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Token:
    kind: str
    text: str


def tokens(formula: str) -> Iterator[Token]:
    """Raises BadFormula at the first character that begins no token."""
    at, end = 0, len(formula.rstrip())
    while at < end:
        match = _PATTERN.match(formula, at)
        if match is None or match.lastgroup is None:
            raise BadFormula(f"unexpected {formula[at:].strip()[:10]!r}")
        yield Token(match.lastgroup, match[match.lastgroup])
        at = match.end()
    yield Token("end", "")
