"""Comparisons: the boundary, the direction, equality and identity, membership, chains."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site, becomes, symbol
from verdigris.repair.operators.placing import Tie, joined

_BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_OPPOSITE = {
    "<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "is": "is not",
    "is not": "is", "in": "not in", "not in": "in",
}  # fmt: skip
_IDENTITY = {"is": "==", "is not": "!=", "==": "is", "!=": "is not"}
_ORDERED = ("==", "!=", "<=", ">=", "<", ">")


def _exchanged(site: Site, table: dict[str, str], fit: float = 1.0) -> Iterator[Draft]:
    for number, old, start, end in _operators(site):
        if new := table.get(old):
            yield site.at(start, end, new, becomes(old, new), fit * (0.9**number))


def _operators(site: Site) -> Iterator[tuple[int, str, int, int]]:
    assert isinstance(site.node, ast.Compare)
    sides = [site.node.left, *site.node.comparators]
    for number, op in enumerate(site.node.ops):
        if place := site.between(sides[number], sides[number + 1], symbol(op)):
            yield number, symbol(op), *place


def boundary(site: Site) -> Iterator[Draft]:
    yield from _exchanged(site, _BOUNDARY)


def turned(site: Site) -> Iterator[Draft]:
    yield from _exchanged(site, _TURNED)


def opposite(site: Site) -> Iterator[Draft]:
    yield from _exchanged(site, _OPPOSITE)


def identity(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Compare)
    for number, old, start, end in _operators(site):
        right = site.node.comparators[number]
        single = isinstance(right, ast.Constant) and isinstance(right.value, bool | None)
        likely = 1.0 if single == old.startswith(("=", "!")) else 0.3
        if new := _IDENTITY.get(old):
            yield site.at(start, end, new, becomes(old, new), likely)


def other(site: Site) -> Iterator[Draft]:
    for _, old, start, end in _operators(site):
        if old not in _ORDERED:
            continue
        for new in _ORDERED:
            if new not in (old, _BOUNDARY.get(old), _TURNED.get(old), _OPPOSITE.get(old)):
                yield site.at(start, end, new, becomes(old, new))


def members(site: Site) -> Iterator[Draft]:
    """`x == xs` was meant as `x in xs`, or the sides of `in` are the wrong way round."""
    assert isinstance(site.node, ast.Compare)
    if len(site.node.ops) != 1:
        return
    left, right = site.node.left, site.node.comparators[0]
    for _, old, start, end in _operators(site):
        if old in ("in", "not in"):
            yield from site.swap(left, right, 0.6)
            if not isinstance(right, ast.Constant):
                new = {"in": "==", "not in": "!="}[old]
                yield site.at(start, end, new, becomes(old, new), 0.4)
        elif old in ("==", "!=") and not isinstance(right, ast.Constant):
            new = {"==": "in", "!=": "not in"}[old]
            types = site.scope.types_of(right)
            holds = bool({"list", "set", "tuple", "dict", "frozenset"} & set(types))
            yield site.at(start, end, new, becomes(old, new), 1.0 if holds else 0.4)


def bounded(site: Site) -> Iterator[Draft]:
    """`x < n` was meant as `0 <= x < n`."""
    assert isinstance(site.node, ast.Compare)
    left = site.node.left
    if len(site.node.ops) != 1 or not isinstance(left, ast.Name | ast.Attribute | ast.BinOp):
        return
    if isinstance(site.node.ops[0], ast.Lt | ast.LtE) and (span := site.source.span(left)):
        known = site.scope.names.get(site.text(left))
        share = 1.0 if known is not None and "index" in known.roles else 0.6
        for bound, fit in (("0 <=", 1.0), ("0 <", 0.7), ("1 <=", 0.4)):
            new = f"{bound} {joined(site.text(left), Tie.BIT_OR)}"
            yield site.at(*span, new, becomes(site.text(left), new), fit * share)
    elif isinstance(site.node.ops[0], ast.Gt | ast.GtE):
        right = site.node.comparators[0]
        for known in site.scope.variables:
            if "int" in known.types and known.id not in (site.text(left), site.text(right)):
                for op, fit in ((">", 0.4), (">=", 0.4)):
                    yield from site.put(f"{known.id} {op} {site.text()}", fit)


def unchained(site: Site) -> Iterator[Draft]:
    """Of `a < b < c`, one comparison is too much."""
    assert isinstance(site.node, ast.Compare)
    if len(site.node.ops) < 2:
        return
    sides = [site.node.left, *site.node.comparators]
    first, last = site.source.span(sides[1]), site.source.span(sides[-2])
    whole = site.source.span(site.node)
    if first and last and whole:
        text = site.source.text
        yield from site.put(text[first[0] : whole[1]])
        yield from site.put(text[whole[0] : last[1]])


def paired(site: Site) -> Iterator[Draft]:
    """Take a chain apart: `a < b < c` → `a < b or b < c`."""
    assert isinstance(site.node, ast.Compare)
    if len(site.node.ops) != 2:
        return
    left, middle, right = (site.text(n) for n in (site.node.left, *site.node.comparators))
    one, two = (symbol(op) for op in site.node.ops)
    yield from site.put(f"{left} {one} {middle} or {middle} {two} {right}")
    yield from site.put(f"{left} {one} {middle} and {left} {two} {right}", 0.5)


_ON = (ast.Compare,)
OPERATORS = (
    Operator("compare.boundary", 1.0, _ON, boundary, "`a < b` → `a <= b`"),
    Operator("compare.turned", 0.6, _ON, turned, "`a < b` → `a > b`"),
    Operator("compare.opposite", 0.6, _ON, opposite, "`x in xs` → `x not in xs`"),
    Operator("compare.identity", 0.4, _ON, identity, "`x is 5` → `x == 5`"),
    Operator("compare.other", 0.2, _ON, other, "`a == b` → `a <= b`"),
    Operator("compare.members", 0.3, _ON, members, "`x == xs` → `x in xs`"),
    Operator("compare.bounded", 0.35, _ON, bounded, "`x < n` → `0 <= x < n`"),
    Operator("compare.unchained", 0.2, _ON, unchained, "`0 < x < n` → `x < n`"),
    Operator("compare.paired", 0.1, _ON, paired, "`a < b < c` → `a < b or b < c`"),
)
