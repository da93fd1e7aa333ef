"""Text in place of a node: with brackets where what stands around binds more tightly."""

from __future__ import annotations

import ast
from enum import IntEnum
from functools import lru_cache

from verdigris.core.parsing import NOT_PYTHON, parse


class Tie(IntEnum):
    """How tightly an expression holds together, loosest first."""

    NAMED = 1
    TUPLE = 2
    YIELD = 3
    TEST = 4
    OR = 5
    AND = 6
    NOT = 7
    COMPARE = 8
    BIT_OR = 9
    BIT_XOR = 10
    BIT_AND = 11
    SHIFT = 12
    SUM = 13
    TERM = 14
    SIGN = 15
    POWER = 16
    AWAIT = 17
    ATOM = 18


_BINARY: dict[type[ast.AST], Tie] = {
    ast.Add: Tie.SUM, ast.Sub: Tie.SUM, ast.Mult: Tie.TERM, ast.Div: Tie.TERM, ast.Mod: Tie.TERM,
    ast.FloorDiv: Tie.TERM, ast.MatMult: Tie.TERM, ast.LShift: Tie.SHIFT, ast.RShift: Tie.SHIFT,
    ast.BitOr: Tie.BIT_OR, ast.BitXor: Tie.BIT_XOR, ast.BitAnd: Tie.BIT_AND, ast.Pow: Tie.POWER,
}  # fmt: skip
_OTHER: dict[type[ast.AST], Tie] = {
    ast.NamedExpr: Tie.NAMED, ast.Tuple: Tie.TUPLE, ast.Yield: Tie.YIELD, ast.YieldFrom: Tie.YIELD,
    ast.IfExp: Tie.TEST, ast.Lambda: Tie.TEST, ast.Compare: Tie.COMPARE, ast.Await: Tie.AWAIT,
    ast.Starred: Tie.TUPLE,
}  # fmt: skip


def tie(node: ast.AST) -> Tie:
    """Return how tightly an expression holds together by itself."""
    if isinstance(node, ast.BinOp):
        return _BINARY[type(node.op)]
    if isinstance(node, ast.BoolOp):
        return Tie.AND if isinstance(node.op, ast.And) else Tie.OR
    if isinstance(node, ast.UnaryOp):
        return Tie.NOT if isinstance(node.op, ast.Not) else Tie.SIGN
    return _OTHER.get(type(node), Tie.ATOM)


def needed(parent: ast.AST | None, node: ast.AST) -> Tie:
    """Return how tight an expression must be to stand where a node stands."""
    match parent:
        case ast.BinOp() | ast.BoolOp() | ast.UnaryOp() | ast.Compare():
            return _needed_by_operator(parent, node)
        case ast.IfExp():
            return Tie.TEST if parent.orelse is node else Tie.OR
        case ast.Attribute() | ast.Await():
            return Tie.ATOM
        case ast.Subscript():
            return Tie.ATOM if parent.value is node else Tie.TUPLE
        case ast.Call():
            return Tie.ATOM if parent.func is node else Tie.TEST
        case ast.Starred() | ast.FormattedValue():
            return Tie.BIT_OR
        case ast.comprehension():
            return Tie.OR
        case ast.Assign() | ast.Return() | ast.AugAssign() | ast.Expr():
            return Tie.TUPLE
        case ast.For() if parent.iter is node or parent.target is node:
            return Tie.TUPLE
    return Tie.TEST


def _needed_by_operator(parent: ast.expr, node: ast.AST) -> Tie:
    own = tie(parent)
    if isinstance(parent, ast.BinOp):
        if isinstance(parent.op, ast.Pow):
            return Tie.AWAIT if parent.left is node else Tie.SIGN
        return own if parent.left is node else Tie(own + 1)
    return own if isinstance(parent, ast.UnaryOp) else Tie(own + 1)


@lru_cache(maxsize=4096)
def tie_of(text: str) -> Tie:
    """Return how tightly a text holds together that is one expression."""
    if text.isidentifier():
        return Tie.ATOM
    try:
        return _inner_tie(text)
    except NOT_PYTHON:
        return Tie.ATOM  # no expression: whoever puts it in knows what it is


def _inner_tie(text: str) -> Tie:
    node = parse(f"({text}\n)", "eval").body
    if isinstance(node, ast.Tuple) and text.startswith("(") and text.endswith(")"):
        return Tie.ATOM if _is_bracketed(text) else Tie.TUPLE
    return Tie.ATOM if _is_bracketed(text) else tie(node)


def _is_bracketed(text: str) -> bool:
    """Tell whether the outermost brackets of a text are one pair around all of it."""
    if not (text.startswith("(") and text.endswith(")")):
        return False
    try:
        # On a line of its own, what is inside must be whole by itself: `a) + (b` is not.
        parse(f"[\n{text[1:-1]}\n]", "eval")
    except NOT_PYTHON:
        return text == "()"
    return True


def fitted(text: str, parent: ast.AST | None, node: ast.AST) -> str:
    """Return a text as it may stand in place of a node, in brackets if need be."""
    return f"({text})" if tie_of(text) < needed(parent, node) else text


def joined(text: str, tightness: Tie) -> str:
    """Return a text as an operand of something that binds so tightly."""
    return f"({text})" if tie_of(text) < tightness else text
