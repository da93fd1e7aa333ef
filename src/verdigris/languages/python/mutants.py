"""Small faults put into Python text on purpose, to see whether tests notice them.

A fault is a piece of the text replaced by another. What compiles to the same code, and what no
test is meant to see (docstrings, annotations, messages, the line that starts a program), is left.
"""

from __future__ import annotations

import ast
import hashlib
import marshal
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

from verdigris.core.parsing import placeless
from verdigris.languages.base import Mutant
from verdigris.languages.python.text import (
    FUNCTIONS,
    NOT_PYTHON,
    compiled,
    is_docstring,
    is_guard,
    parse,
)
from verdigris.languages.spreading import spread

_COMPARE: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="), ast.LtE: ("<", ">"), ast.Gt: (">=", "<="), ast.GtE: (">", "<"),
    ast.Eq: ("!=",), ast.NotEq: ("==",), ast.In: ("not in",), ast.NotIn: ("in",),
    ast.Is: ("is not",), ast.IsNot: ("is",),
}  # fmt: skip
_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "/", ast.Mod: "//",
    ast.Pow: "*", ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
_SYMBOLS: dict[type[ast.AST], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not", ast.Add: "+",
    ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.LShift: "<<", ast.RShift: ">>", ast.And: "and",
    ast.Or: "or",
}  # fmt: skip
_UNSEEN = ("help", "description", "prog", "epilog", "metavar", "usage", "encoding", "errors")
"""Keywords whose texts no test is meant to see."""


@dataclass(frozen=True)
class _Fault:
    start: int
    end: int
    new: str
    line: int
    what: str


def mutants(text: str, limit: int) -> list[Mutant]:
    """Return at most so many mutants, spread over the text, the same ones each time."""
    tree = parse(text)
    if tree is None or limit < 1:
        return []
    text = text.removeprefix("\ufeff")
    data = text.encode("utf-8", "surrogatepass")
    faults = sorted(set(_faults(tree, data)), key=lambda f: (f.start, f.end, f.new))
    seen = {_key(text)}
    found: list[Mutant] = []
    # More than are asked for are looked at, since some come to the same.
    for fault in spread([(fault.line, fault) for fault in faults]):
        if len(found) == limit:
            break
        changed = (data[: fault.start] + fault.new.encode() + data[fault.end :]).decode(
            "utf-8", "surrogatepass"
        )
        key = _key(changed)
        if key is None or key in seen:
            continue
        seen.add(key)
        found.append(Mutant(line=fault.line, what=fault.what, text=changed))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.what))


def _key(text: str) -> bytes | None:
    """Return what a text compiles to, wherever its lines stand; None where it does not."""
    try:
        code = compiled(text)
    except NOT_PYTHON:
        return None
    assert isinstance(code, CodeType)
    return hashlib.sha256(marshal.dumps(placeless(code))).digest()


class _Places:
    """Where nodes stand in the bytes of a text."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        # Whatever ends a line for Python.
        self.starts = [0, *(end.end() for end in re.finditer(rb"\r\n|\r|\n", data))]

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def text(self, node: ast.expr | ast.stmt) -> str:
        return self.data[self.start(node) : self.end(node)].decode("utf-8", "surrogatepass")


def _faults(tree: ast.Module, data: bytes) -> Iterator[_Fault]:
    places = _Places(data)
    for node in _visible(tree):
        yield from _in_expression(node, places)
        yield from _in_statement(node, places)


def _in_expression(node: ast.AST, places: _Places) -> Iterator[_Fault]:
    match node:
        case ast.Compare():
            yield from _compared(node, places)
        case ast.BinOp() | ast.AugAssign():
            yield from _computed(node, places)
        case ast.BoolOp():
            yield from _joined(node, places)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield _replaced(node, f"({places.text(operand)})", "not was removed", places)
        case ast.Constant():
            yield from _constants(node, places)
        case ast.Slice():
            yield from _sliced(node, places)
        case _:
            pass


def _in_statement(node: ast.AST, places: _Places) -> Iterator[_Fault]:
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            if isinstance(test, ast.UnaryOp) or _is_simple_comparison(test):
                return  # its opposite is among the faults of the condition itself
            yield _replaced(test, f"(not ({places.text(test)}))", "the condition was negated",
                            places)  # fmt: skip
        case ast.Return(value=ast.expr() as value):
            if not (isinstance(value, ast.Constant) and value.value is None):
                yield _replaced(value, "None", "the value returned became None", places)
        case ast.Break() | ast.Continue():
            word = "continue" if isinstance(node, ast.Break) else "break"
            yield _replaced(node, word, f"became {word}", places)
        case ast.Expr(value=ast.Call() | ast.Await()):
            said = " ".join(places.text(node).split())
            yield _replaced(node, "pass", f"{said[:60]} was removed", places)
        case ast.Raise():
            yield _replaced(node, "pass", "raise was removed", places)
        case _:
            pass


def _is_simple_comparison(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and len(test.ops) == 1


def _visible(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes in which a fault is a fault, in the order of the text."""
    waiting: list[ast.AST] = list(reversed(tree.body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt) and (is_docstring(node) or is_guard(node)):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr):
            continue
        yield node
        waiting.extend(reversed(list(_children(node))))


def _children(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Raise(exc=ast.Call()):
            return  # the message
        case ast.AnnAssign(value=value):
            yield from [value] if value else []
        case ast.arguments():
            yield from node.defaults
            yield from (value for value in node.kw_defaults if value)
        case ast.Assign(targets=[ast.Name(id=name)]) if name.startswith("__"):
            return
        case _ if isinstance(node, FUNCTIONS):
            yield node.args
            yield from node.body
        case ast.ClassDef():
            yield from node.body
        case ast.Call(func=func, args=arguments, keywords=keywords):
            yield func
            if not (isinstance(func, ast.Attribute) and func.attr in ("debug", "info", "warning")):
                yield from arguments
                yield from (word.value for word in keywords if word.arg not in _UNSEEN)
        case _:
            yield from ast.iter_child_nodes(node)


def _replaced(node: ast.expr | ast.stmt, new: str, what: str, places: _Places) -> _Fault:
    return _Fault(places.start(node), places.end(node), new, node.lineno, what)


def _between(left: ast.expr, right: ast.expr, old: str, new: str, places: _Places) -> _Fault | None:
    """Replace the operator that stands between two operands."""
    start, end = places.end(left), places.start(right)
    gap = places.data[start:end].decode("utf-8", "surrogatepass")
    words = " ".join(gap.split())
    if words.strip("() \\") != old or "#" in gap:
        return None
    at = gap.find(old)
    if at < 0:
        return None
    begin = start + len(gap[:at].encode())
    return _Fault(
        begin, begin + len(old), new, left.end_lineno or left.lineno, f"{old} became {new}"
    )


def _compared(node: ast.Compare, places: _Places) -> Iterator[_Fault]:
    operands = [node.left, *node.comparators]
    for at, op in enumerate(node.ops):
        for new in _COMPARE[type(op)]:
            if fault := _between(operands[at], operands[at + 1], _SYMBOLS[type(op)], new, places):
                yield fault


def _computed(node: ast.BinOp | ast.AugAssign, places: _Places) -> Iterator[_Fault]:
    new = _BINARY.get(type(node.op))
    if new is None:
        return
    old = _SYMBOLS[type(node.op)]
    if isinstance(node, ast.AugAssign):
        fault = _between(node.target, node.value, f"{old}=", f"{new}=", places)
    elif isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant | ast.JoinedStr):
        return  # a text being filled in
    else:
        fault = _between(node.left, node.right, old, new, places)
    if fault:
        yield fault


def _joined(node: ast.BoolOp, places: _Places) -> Iterator[_Fault]:
    old = _SYMBOLS[type(node.op)]
    new = "or" if old == "and" else "and"
    for left, right in zip(node.values, node.values[1:], strict=False):
        if fault := _between(left, right, old, new, places):
            yield fault


def _constants(node: ast.Constant, places: _Places) -> Iterator[_Fault]:
    match node.value:
        case bool() as value:
            news = [str(not value)]
        case int() | float() as number if abs(number) != math.inf:
            news = [repr(number + 1), *([repr(number - 1)] if number in (1, 2) else [])]
        case str() as words if not places.text(node).startswith(("'''", '"""')):
            news = ["''" if words else "'x'"]
        case _:
            news = []
    for new in news:
        yield _replaced(node, new, f"{places.text(node)[:30]} became {new}", places)


def _sliced(node: ast.Slice, places: _Places) -> Iterator[_Fault]:
    for bound in (node.lower, node.upper):
        if bound is not None:
            said = " ".join(places.text(bound).split())[:40]
            yield _replaced(bound, f"({places.text(bound)}) + 1", f"the slice's {said} grew by 1",
                            places)  # fmt: skip
