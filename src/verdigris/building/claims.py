"""What a short test claims, by its words alone: the same as another, or the contrary. Pure.

Nothing is parsed: it works alike for every language, and where a form is not known it says
nothing. How candidates behave decides; this only adds what no candidate could show.
"""

from __future__ import annotations

import re

_FORMS = (
    re.compile(r"assert (?P<call>.+?) == (?P<value>.+?);?"),
    re.compile(r"assert\.(?:deep|strict|deepStrict)?[eE]qual\((?P<call>.+), ?(?P<value>[^,]+)\);?"),
    re.compile(r"expect\((?P<call>.+)\)\.to(?:Strict)?(?:Be|Equal)\((?P<value>.+)\);?"),
)
_LITERAL = re.compile(r"""[-+]?[\w.]+|"[^"]*"|\[[^\[\]]*\]|\{[^{}]*\}|\([^()]*\)""")


def same_words(body: str) -> str:
    """Return a test's text without what never matters: space around lines, empty lines."""
    lines = (line.rstrip() for line in body.strip().splitlines())
    return "\n".join(line for line in lines if line.strip())


def contradicted(body: str, other: str) -> bool:
    """Tell whether two tests of one statement expect different literals of the same call."""
    one, two = _claim(body), _claim(other)
    return one is not None and two is not None and one[0] == two[0] and one[1] != two[1]


def call_in(body: str) -> str:
    """Return the call that a test of one statement is about, as it is written; else nothing."""
    line = body.strip()
    found = (form.fullmatch(line) for form in (_FORMS if "\n" not in line else ()))
    return next((one["call"].strip() for one in found if one), "")


def _claim(body: str) -> tuple[str, str] | None:
    line = body.strip()
    for form in _FORMS if "\n" not in line else ():
        if (found := form.fullmatch(line)) and _LITERAL.fullmatch(value := _plain(found["value"])):
            call = _plain(found["call"])
            return (call, value) if call.endswith(")") else None
    return None


def _plain(text: str) -> str:
    """Return code with one kind of quotation marks and no space outside of them."""
    text = text.strip().replace("'", '"')
    pieces = re.split(r'("[^"]*")', text)
    return "".join(piece if piece[:1] == '"' else "".join(piece.split()) for piece in pieces)
