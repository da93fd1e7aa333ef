"""What two templates have in common: their least general generalisation, where it says anything.

Where both say the same, the result says it; where they differ, it has a hole, and the same
difference is the same hole on both sides.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from verdigris.core.template import Template
from verdigris.repair.templates.abstract import numbered
from verdigris.repair.templates.trees import (
    fields,
    hole_of,
    holes_in,
    is_alone,
    key,
    sides,
    unparse,
)
from verdigris.repair.templates.worth import says_something, unknown_holes


def merge(one: Template, other: Template) -> Template | None:
    """Return the template that both are cases of; None where there is none worth having."""
    if one.form != other.form or one.imports != other.imports or one.id == other.id:
        return None
    try:
        return _merged(one, other)
    except (_Apart, SyntaxError, ValueError, RecursionError):
        return None


class _Apart(Exception):
    """The two have no form in common."""


def _merged(one: Template, other: Template) -> Template | None:
    common = _Common()
    (a, b), (c, d) = sides(one), sides(other)
    before, after = common.run(list(a), list(c)), common.run(list(b), list(d))
    uses = {
        hole: tuple(sorted(used))
        for (x, y), hole in common.holes.items()
        if (used := common.used(one.uses.get(x, ()), other.uses.get(y, ())))
    }
    texts = unparse(before), unparse(after)
    seen = {*holes_in(texts[0])}
    uses = {hole: used for hole, used in uses.items() if hole in seen}
    made = numbered(one.form, *texts, uses, one.imports)
    if not says_something(made):
        return None
    # What both knew and the result does not would have to be guessed.
    open_ = max(len(unknown_holes(one)), len(unknown_holes(other)))
    return made if len(unknown_holes(made)) <= open_ else None


class _Common:
    def __init__(self) -> None:
        self.holes: dict[tuple[Any, Any], str] = {}

    def used(self, one: tuple[str, ...], other: tuple[str, ...]) -> list[str]:
        """Return the merged holes of what both sides say is used."""
        pairs = [(x, y) for x in one for y in other]
        return [hole for pair, hole in self.holes.items() if pair in pairs]

    def run(self, one: list[Any], other: list[Any]) -> list[Any]:
        if len(one) != len(other):
            raise _Apart
        return [self.both(a, b) for a, b in zip(one, other, strict=True)]

    def both(self, one: Any, other: Any) -> Any:
        first, second = hole_of(one), hole_of(other)
        if first or second:
            return self._open(one, other, first, second)
        if isinstance(one, list) and isinstance(other, list):
            return self.run(one, other)
        if isinstance(one, ast.AST) and isinstance(other, ast.AST):
            return self._nodes(one, other)
        if type(one) is type(other) and one == other:
            return one
        raise _Apart

    def _nodes(self, one: ast.AST, other: ast.AST) -> ast.AST:
        if isinstance(one, ast.Constant) and isinstance(other, ast.Constant):
            return one if key(one) == key(other) else self._hole("c", one, other)
        if type(one) is type(other):
            known = dict(self.holes)
            made = copy.copy(one)
            try:
                for (name, a), (_, b) in zip(fields(one), fields(other), strict=True):
                    setattr(made, name, self.both(a, b))
                return made
            except _Apart:
                self.holes = known
        if is_alone(one) and is_alone(other) and not isinstance(one, ast.JoinedStr):
            return self._hole("e", one, other)
        raise _Apart

    def _open(self, one: Any, other: Any, first: str, second: str) -> Any:
        """Merge a hole with a hole of its kind, or with what it could stand for."""
        letters = {hole[1] for hole in (first, second) if hole}
        if letters & {"s", "r"}:
            if letters != {(first or " _")[1]} or not (first and second):
                raise _Apart
            return ast.Expr(self._hole(letters.pop(), first, second))
        if isinstance(one, str) or isinstance(other, str):
            if not (first and second) or len(letters) > 1:
                raise _Apart
            return self._word(letters.pop(), first, second)
        if not (is_alone(one) and is_alone(other)):
            raise _Apart
        letter = letters.pop() if len(letters) == 1 and first and second else "e"
        return self._hole(letter, first or one, second or other)

    def _hole(self, letter: str, one: Any, other: Any) -> ast.Name:
        return ast.Name(self._word(letter, one, other), ast.Load())

    def _word(self, letter: str, one: Any, other: Any) -> str:
        pair = (one if isinstance(one, str) else key(one),
                other if isinstance(other, str) else key(other))  # fmt: skip
        if pair not in self.holes:
            self.holes[pair] = f"_{letter}{len(self.holes) + 1}_"
        return self.holes[pair]
