"""Arithmetic, bitwise and augmented operators, signs, and operands in the wrong order."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site, becomes, symbol
from verdigris.repair.operators.placing import Tie, needed, tie

_LIKELY = {
    "+": ("-", "*", "//"), "-": ("+", "//", "%"), "*": ("+", "**", "/", "//"),
    "/": ("//", "*", "%"), "//": ("/", "%", "*"), "%": ("//", "/", "*"), "**": ("*", "+"),
    "&": ("|", "^", "%"), "|": ("&", "^", "+"), "^": ("&", "|", "**"), "<<": (">>",), ">>": ("<<",),
}  # fmt: skip
_BITWISE = ("&", "|", "^", "<<", ">>")


def _others(site: Site, old: str, left: ast.expr, right: ast.expr) -> Iterator[tuple[str, float]]:
    types = {*site.scope.types_of(left), *site.scope.types_of(right)}
    if "str" in types or "list" in types:
        # Text and lists know no other operation with their like.
        return
    for number, new in enumerate(_LIKELY.get(old, ())):
        yield new, 0.75**number


def exchanged(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.BinOp)
    old = symbol(site.node.op)
    if old in _BITWISE:
        return
    yield from _exchange(site, site.node.left, site.node.right, old)


def bitwise(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.BinOp)
    old = symbol(site.node.op)
    if old in _BITWISE:
        yield from _exchange(site, site.node.left, site.node.right, old)
    if old in ("^", "&", "|", "-"):
        left, right = site.node.left, site.node.right
        cleared = f"{site.operand(left, Tie.BIT_AND)} & ~{site.operand(right, Tie.SIGN)}"
        numbers = {"int"} & {*site.scope.types_of(left), *site.scope.types_of(right)}
        yield from site.put(cleared, 0.2 if old == "-" else 0.8 if numbers else 0.6)


def _exchange(site: Site, left: ast.expr, right: ast.expr, old: str) -> Iterator[Draft]:
    assert isinstance(site.node, ast.BinOp)
    place = site.between(left, right, old)
    if place is None:
        return
    for new, fit in _others(site, old, left, right):
        changed = ast.BinOp(left=left, op=_NODES[new](), right=right)
        one, other = (site.operand(side, needed(changed, side)) for side in (left, right))
        if one == site.text(left) and other == site.text(right):
            yield from _regrouped(site, place, old, new, fit)
        else:
            yield from site.put(f"{one} {new} {other}", fit)


def _regrouped(
    site: Site, place: tuple[int, int], old: str, new: str, fit: float
) -> Iterator[Draft]:
    """Put the new operator in, and brackets around all of it where it now binds too loosely."""
    span = site.source.span(site.node)
    if span is None:
        return
    whole = site.source.text[span[0] : place[0]] + new + site.source.text[place[1] : span[1]]
    draft = next(site.put(whole, fit), None)
    if draft is None:
        return
    if len(draft.splices[0].text) == len(whole):
        yield site.at(*place, new, becomes(old, new), fit)
    else:
        yield draft


def augmented(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.AugAssign)
    old = symbol(site.node.op)
    place = site.between(site.node.target, site.node.value, f"{old}=")
    if place is None:
        return
    for new, fit in _others(site, old, site.node.target, site.node.value):
        yield site.at(*place, f"{new}=", becomes(f"{old}=", f"{new}="), fit)
    yield site.at(*place, "=", becomes(f"{old}=", "="), 0.2)
    if old in _BITWISE[:3]:
        yield from site.put(f"~{site.operand(site.node.value, Tie.SIGN)}", 0.2, site.node.value)


def gathered(site: Site) -> Iterator[Draft]:
    """`total = x` was meant to add up: `total += x`."""
    assert isinstance(site.node, ast.Assign)
    node = site.node
    if len(node.targets) != 1 or not isinstance(
        node.targets[0], ast.Name | ast.Attribute | ast.Subscript
    ):
        return
    if isinstance(node.value, ast.Constant | ast.List | ast.Dict | ast.Set | ast.Lambda):
        return
    place = site.between(node.targets[0], node.value, "=")
    if place is None:
        return
    # In a loop, or where an object remembers, a value is more often added than replaced.
    repeated = isinstance(node.targets[0], ast.Attribute | ast.Subscript) or any(
        isinstance(parent, ast.For | ast.While) for parent in _around(site.source.parents, node)
    )
    for new, fit in (("+=", 1.0), ("-=", 0.4), ("*=", 0.3), ("|=", 0.15)):
        yield site.at(*place, new, becomes("=", new), fit if repeated else fit * 0.3)


def _around(parents: dict[ast.AST, ast.AST], node: ast.AST) -> Iterator[ast.AST]:
    while node in parents:
        node = parents[node]
        yield node


def swapped(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.BinOp)
    old = symbol(site.node.op)
    if old in ("-", "/", "//", "%", "**", "<<", ">>"):
        yield from site.swap(site.node.left, site.node.right)
    elif old == "+" and not {"int", "float"} & {
        *site.scope.types_of(site.node.left), *site.scope.types_of(site.node.right)
    }:  # fmt: skip
        yield from site.swap(site.node.left, site.node.right, 0.4)


def side_only(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.BinOp)
    yield from site.put(site.text(site.node.left))
    yield from site.put(site.text(site.node.right), 0.6)


def regrouped(site: Site) -> Iterator[Draft]:
    """Group the other way: `a + b * c` was meant as `(a + b) * c`."""
    assert isinstance(site.node, ast.BinOp)
    node = site.node
    op = symbol(node.op)
    if isinstance(node.right, ast.BinOp):
        inner, tightness = node.right, needed(node.right, node.right.right)
        first, middle = site.operand(node.left, tie(node)), site.operand(inner.left, tie(node))
        last = site.operand(inner.right, tightness)
        yield from site.put(f"({first} {op} {middle}) {symbol(inner.op)} {last}")
    if isinstance(node.left, ast.BinOp):
        inner, tightness = node.left, needed(node, node.right)
        first = site.operand(inner.left, needed(inner, inner.left))
        middle, last = site.operand(inner.right, tie(node)), site.operand(node.right, tightness)
        yield from site.put(f"{first} {symbol(inner.op)} ({middle} {op} {last})")


def signed(site: Site) -> Iterator[Draft]:
    if isinstance(site.node, ast.UnaryOp):
        if isinstance(site.node.op, ast.USub | ast.Invert):
            yield from site.put(site.text(site.node.operand))
        return
    if isinstance(site.parent, ast.UnaryOp | ast.Attribute | ast.keyword | ast.Expr):
        return
    node = site.node
    if isinstance(node, ast.Name | ast.Attribute | ast.Call) and isinstance(node, ast.expr):
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            return
        numeric = {"int", "float"} & set(site.scope.types_of(node))
        reckoned = isinstance(
            site.parent, ast.BinOp | ast.Return | ast.Compare | ast.Subscript | ast.Slice
        )
        if numeric or reckoned or isinstance(site.parent, ast.Lambda | ast.Tuple):
            yield from site.put(f"-{site.text()}", 1.0 if numeric else 0.5)


_NODES: dict[str, type[ast.operator]] = {
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "/": ast.Div, "//": ast.FloorDiv, "%": ast.Mod,
    "**": ast.Pow, "&": ast.BitAnd, "|": ast.BitOr, "^": ast.BitXor, "<<": ast.LShift,
    ">>": ast.RShift,
}  # fmt: skip
_ON = (ast.BinOp,)
_VALUES = (ast.UnaryOp, ast.Name, ast.Attribute, ast.Call)
OPERATORS = (
    Operator("arithmetic.other", 0.7, _ON, exchanged, "`a + b` → `a - b`"),
    Operator("arithmetic.bitwise", 0.7, _ON, bitwise, "`a & b` → `a | b`"),
    Operator("arithmetic.augmented", 0.7, (ast.AugAssign,), augmented, "`n += x` → `n -= x`"),
    Operator("arithmetic.gathered", 0.3, (ast.Assign,), gathered, "`total = x` → `total += x`"),
    Operator("arithmetic.swapped", 0.4, _ON, swapped, "`a - b` → `b - a`"),
    Operator("arithmetic.side", 0.25, _ON, side_only, "`a + b` → `a`"),
    Operator("arithmetic.regrouped", 0.3, _ON, regrouped, "`a + b * c` → `(a + b) * c`"),
    Operator("arithmetic.sign", 0.15, _VALUES, signed, "`-x` → `x`"),
)
