"""From text to tokens."""

import re
from typing import NamedTuple

from lang.errors import BadSyntax

KEYWORDS = frozenset(
    "let fn return if else while for in break continue and or not true false nil".split()
)
_PATTERN = re.compile(
    r"(?P<skip>[ \t\r]+|//[^\n]*)|(?P<newline>\n)|(?P<number>\d+(?:\.\d+)?)"
    r'|(?P<text>"(?:[^"\\\n]|\\.)*")|(?P<name>[A-Za-z_]\w*)'
    r"|(?P<sign>==|!=|<=|>=|[-+*/%<>=(){}\[\],;])"
)


class Token(NamedTuple):
    kind: str
    text: str
    line: int


def tokens(source: str) -> list[Token]:
    """Return the tokens of a program, an `end` last. Raises BadSyntax."""
    found, position, line = [], 0, 1
    while position < len(source):
        match = _PATTERN.match(source, position)
        if match is None:
            raise BadSyntax(f"cannot read {source[position]!r}", line)
        kind, text = str(match.lastgroup), match[0]
        if kind == "newline":
            line += 1
        elif kind != "skip":
            kind = "keyword" if kind == "name" and text in KEYWORDS else kind
            found.append(Token(kind, text, line))
        position = match.end()
    return [*found, Token("end", "", line)]
