"""What an operator is, the site it looks at, and the drafts it makes there.

A draft becomes an idea in `ideas.py`, once it is known to parse. A maker need not check that: it
yields what might help, best first, and how well it fits, from 0 to 1.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from verdigris.repair.idea import Splice
from verdigris.repair.operators.placing import Tie, fitted, joined
from verdigris.repair.operators.scope import Scope
from verdigris.repair.source import Function, Part, Source

_SHOWN = 60


class Draft(NamedTuple):
    splices: tuple[Splice, ...]
    fit: float
    what: str


@dataclass(frozen=True)
class Site:
    """A node in a file that may be at fault, and what an operator may know about it."""

    source: Source
    node: ast.AST
    scope: Scope

    @cached_property
    def statement(self) -> ast.stmt:
        return self.source.statement_of(self.node)

    @cached_property
    def part(self) -> Part:
        return self.source.part_of(self.node)

    @cached_property
    def parent(self) -> ast.AST | None:
        return self.source.parent(self.node)

    @property
    def function(self) -> Function | None:
        return self.scope.function

    def text(self, node: ast.AST | None = None) -> str:
        return self.source.segment(node or self.node)

    def put(self, new: str, fit: float = 1.0, node: ast.AST | None = None) -> Iterator[Draft]:
        """Put a text in place of the node, or of the one given."""
        old = node or self.node
        span = self.source.span(old)
        if span is None:
            return
        text = fitted(new, self.source.parent(old), old)
        was = self.source.text[span[0] : span[1]]
        if text != was:
            yield Draft((Splice(*span, text),), fit, becomes(was, text))

    def operand(self, node: ast.AST, tightness: Tie) -> str:
        return joined(self.text(node), tightness)

    def atom(self, node: ast.AST) -> str:
        """Return a node's text, in brackets where a dot or an index could not follow it."""
        return joined(self.text(node), Tie.ATOM)

    def rename(self, attribute: ast.Attribute, name: str, fit: float = 1.0) -> Iterator[Draft]:
        """Put another name after the dot."""
        span = self.source.span(attribute)
        if span and self.source.text[span[1] - len(attribute.attr) : span[1]] == attribute.attr:
            start = span[1] - len(attribute.attr)
            yield self.at(start, span[1], name, becomes(f".{attribute.attr}", f".{name}"), fit)

    def swap(self, one: ast.AST, other: ast.AST, fit: float = 1.0) -> Iterator[Draft]:
        first, second = self.source.span(one), self.source.span(other)
        if first is None or second is None or self.text(one) == self.text(other):
            return
        left = fitted(self.text(other), self.source.parent(one), one)
        right = fitted(self.text(one), self.source.parent(other), other)
        splices = sorted([Splice(*first, left), Splice(*second, right)])
        if splices[0].end <= splices[1].start:
            what = f"`{short(self.text(one))}` and `{short(self.text(other))}` change places"
            yield Draft(tuple(splices), fit, what)

    def between(self, left: ast.AST, right: ast.AST, word: str) -> tuple[int, int] | None:
        """Return where an operator's word stands between two nodes, if it stands there once."""
        first, second = self.source.span(left), self.source.span(right)
        if first is None or second is None:
            return None
        gap = self.source.text[first[1] : second[0]]
        found = [*re.finditer(_pattern(word), gap)]
        if len(found) != 1 or "#" in gap:
            return None
        return first[1] + found[0].start(), first[1] + found[0].end()

    def at(self, start: int, end: int, new: str, what: str, fit: float = 1.0) -> Draft:
        return Draft((Splice(start, end, new),), fit, what)


@lru_cache(maxsize=64)
def _pattern(word: str) -> str:
    """Return what finds an operator as it may be written: `not in` with any space inside."""
    if word[0].isalpha():
        spaced = r"\s+".join(word.split())
        return rf"\b{spaced}\b"
    return rf"(?<![-+*/%&|^<>=!@]){re.escape(word)}(?![*/<>=])"


Maker = Callable[[Site], Iterable[Draft]]


@dataclass(frozen=True)
class Operator:
    name: str
    """Family and kind: `compare.boundary`."""
    prior: float
    """How likely its best idea is, given that the fault is in the line; 1 is the most usual."""
    applies_to: tuple[type[ast.AST], ...]
    make: Maker
    example: str
    """Before and after, for people: `a < b` → `a <= b`."""


def symbol(node: ast.AST) -> str:
    """Return how an operator is written."""
    return SYMBOLS[type(node)]


SYMBOLS: dict[type[ast.AST], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in", ast.Add: "+",
    ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.And: "and", ast.Or: "or", ast.Not: "not", ast.USub: "-", ast.UAdd: "+",
    ast.Invert: "~",
}  # fmt: skip


def becomes(old: str, new: str) -> str:
    return f"`{short(old)}` becomes `{short(new)}`"


def short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
