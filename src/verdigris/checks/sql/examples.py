"""A statement as it should be: placeholders in the text, the values beside it."""

from __future__ import annotations

import re
from typing import NamedTuple

from verdigris.checks.sql.places import is_quoted
from verdigris.checks.sql.text import Hole, Lit, Pieces
from verdigris.core.text import one_line

_PLACEHOLDER = re.compile(r"(?<![\w:]):[a-z_]\w*|\$\d+|%s|%\(\w+\)s|(?<!\w)\?")


class Given(NamedTuple):
    """What is handed over beside a statement."""

    name: str
    value: str


def filled(
    pieces: Pieces, values: list[Hole], style: str, language: str
) -> tuple[str, list[Given]]:
    """Return a statement with placeholders, and what to hand over for them.

    A value inside quotes takes all that stands between them: `'%{name}%'` becomes one placeholder.
    """
    example = _Example(pieces, style, language)
    for piece in pieces:
        if isinstance(piece, Lit):
            example.add_text(piece.text)
        elif any(piece is each for each in values):
            example.add_value(piece)
        else:
            example.add_text("…")
    return example.finished()


class _Example:
    def __init__(self, pieces: Pieces, style: str, language: str) -> None:
        self._sql = ""
        self._given: list[Given] = []
        self._quote = ""
        self._inside: list[str | Hole] = []
        """What stands between the quotes of a text that becomes a parameter."""
        self._style, self._language = style, language
        constant = "".join(each.text for each in pieces if isinstance(each, Lit))
        known = _PLACEHOLDER.findall(constant)
        self._number = len(set(known))
        if known and not style.startswith(":"):
            self._given.append(Given("…", "…"))

    def add_text(self, text: str) -> None:
        if self._quote:
            inside, closed, text = text.partition(self._quote)
            self._inside.append(inside)
            if not closed:
                return
            self._close()
        self._sql += text

    def add_value(self, hole: Hole) -> None:
        if not self._quote and (quote := is_quoted(self._sql)):
            self._sql, _, before = self._sql.rpartition(quote)
            self._quote, self._inside = quote, [before]
        self._inside.append(hole)
        if not self._quote:
            self._close()

    def _close(self) -> None:
        holes = [each for each in self._inside if isinstance(each, Hole)]
        alone = len(holes) == 1 and all(isinstance(each, Hole) or not each for each in self._inside)
        python = self._language == "py"
        value = shown(holes[0])
        if not alone:
            opened = "{" if python else "${"
            made = "".join(
                each if isinstance(each, str) else f"{opened}{shown(each)}}}"
                for each in self._inside
            )
            value = f'f"{made}"' if python else f"`{made}`"
        self._number += 1
        name = word(holes[0].what)
        self._given.append(Given(name, value))
        self._sql += {"$1": f"${self._number}", ":name": f":{name}"}.get(self._style, self._style)
        self._quote, self._inside = "", []

    def finished(self) -> tuple[str, list[Given]]:
        if self._quote:
            self._close()
        return one_line(self._sql, 140), self._given


def shown(hole: Hole) -> str:
    """Return the expression of a hole, or its last name where it is no short one."""
    return hole.what if re.fullmatch(r"[\w.\[\]\"'()]+", hole.what) else word(hole.what)


def word(what: str) -> str:
    found: list[str] = re.findall(r"[A-Za-z_]\w*", what)
    return found[-1] if found else "value"
