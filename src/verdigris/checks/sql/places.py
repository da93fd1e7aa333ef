"""What a hole in SQL stands for: a name, a value, the values of an IN, or a whole clause."""

from __future__ import annotations

import re
from typing import Literal

Place = Literal["name", "value", "list", "clause"]
_NAMED = re.compile(
    r"(?:\b(?:from|into|update|table|join|index|view|exists|schema|database|savepoint|by|select|"
    r"distinct|pragma|only|trigger|column|release|set|to)\s+|[.\"`\[]|\w_|\border\s+by\s[^()]*)$",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"(?:\b(?:from|into|update|table|join|index|view|exists|schema|database|savepoint|pragma|only|"
    r"trigger|release|on)|[.\"`\[_])\s*$",
    re.IGNORECASE,
)
_VALUED = re.compile(
    r"(?:[=<>+\-*/|]|\b(?:like|ilike|glob|regexp|limit|offset|between|between\s+\S+\s+and|is|then|"
    r"else|top|interval|escape))\s*$",
    re.IGNORECASE,
)
_OF_NAMES = re.compile(
    r"\b(?:max|min|sum|avg|count|distinct|using|key|over|conflict|into\s+\S+|table\s+\S+|on\s+\S+)$",
    re.IGNORECASE,
)
"""What stands before brackets in which names stand."""
_SEEN = 400


def place_of(before: str) -> Place:
    """Tell what a hole behind this text stands for."""
    before = before[-_SEEN:]
    if is_quoted(before):
        return "value"
    if re.search(r"\bin\s*$", before, re.IGNORECASE):
        return "list"
    if before.rstrip().endswith(("(", ",")):
        return _in_brackets(before)
    if _VALUED.search(before):
        return "value"
    return "name" if _NAMED.search(before) else "clause"


def is_quoted(before: str) -> str:
    """Return the mark of the text that a hole stands inside; empty for none.

    Double ones are those of a text behind a sign that compares, and those of a name elsewhere.
    """
    if before.count("'") % 2:
        return "'"
    opened = before.rfind('"')
    double = before.count('"') % 2 and re.search(r"(?:[=<>(,]|\blike)\s*$", before[:opened], re.I)
    return '"' if double else ""


def _in_brackets(before: str) -> Place:
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        depth += (before[at] == ")") - (before[at] == "(")
        if depth < 0:
            opener = before[:at].rstrip()
            if re.search(r"\bin$", opener, re.IGNORECASE):
                return "list"
            return "name" if _OF_NAMES.search(opener) else "value"
    return "name"


def is_table_place(before: str) -> bool:
    return bool(_PLACED.search(before[-60:]))
