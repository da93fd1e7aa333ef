"""Filling a template in."""

from __future__ import annotations

from collections.abc import Mapping

from tmpl.errors import TemplateError
from tmpl.lexer import Name, pieces


def render(source: str, values: Mapping[str, object]) -> str:
    """The text with every name replaced. Raises TemplateError with the place of the fault."""
    filled = []
    for piece in pieces(source):
        if isinstance(piece, Name):
            if piece.name not in values:
                raise TemplateError(f"{piece.name} is not given", piece.place)
            filled.append(str(values[piece.name]))
        else:
            filled.append(piece.text)
    return "".join(filled)
