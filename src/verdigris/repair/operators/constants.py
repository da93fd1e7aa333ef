"""Constants: their neighbours, the other constants of the file, and off by one beside any number.

No constant is invented: what is put in is one off, usual (0, 1, -1, 2, "", None, True, False), or
in the file already.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.placing import Tie, joined, tie_of
from verdigris.repair.operators.scope import Scope

_MOST = 8


def is_docstring(site: Site) -> bool:
    return isinstance(site.parent, ast.Expr)


def number(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Constant)
    value = site.node.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    if isinstance(site.parent, ast.UnaryOp) and isinstance(site.parent.op, ast.USub):
        # The sign belongs to the number: -1 has the neighbours 0 and -2.
        new = [(-value + 1, 1.0), (-value - 1, 0.8), (1, 0.4)]
        for near, fit in new:
            yield from site.put(repr(near), fit, site.parent)
        return
    if isinstance(value, int):
        for near, fit in (
            (value + 1, 1.0),
            (value - 1, 1.0),
            (0, 0.7),
            (1, 0.7),
            (2, 0.5),
            (-1, 0.4),
        ):
            if near != value:
                yield from site.put(repr(near), fit * _use(site, near))
    else:
        for near_float, fit in ((0.0, 0.5), (1.0, 0.6), (value * 10, 0.4), (value / 10, 0.4)):
            if near_float != value:
                yield from site.put(repr(near_float), fit)
    if value and isinstance(value, int):
        yield from site.put(f"-{value}", 0.4)
        yield from site.put(f"{value}.0", 0.1)


def _use(site: Site, value: int) -> float:
    """Return how likely a number is, beside others: `x % 1` and `x * 0` are the same for any x."""
    parent = site.parent
    if isinstance(parent, ast.BinOp) and parent.right is site.node:
        idle = value == 1 and isinstance(parent.op, ast.Mod | ast.FloorDiv | ast.Pow)
        none = value == 0 and isinstance(parent.op, ast.Mult | ast.Mod | ast.FloorDiv | ast.Div)
        return 0.15 if idle or none else 1.0
    return 1.0


def truth(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Constant)
    if isinstance(site.node.value, bool):
        yield from site.put(repr(not site.node.value))
        yield from site.put("None", 0.2)
    elif site.node.value is None and not isinstance(site.parent, ast.Compare):
        texts = ("True", "False", "[]", "0", '""', "{}", "()")
        for place, text in enumerate(texts):
            yield from site.put(text, 0.5 * 0.85**place)


def shared(site: Site) -> Iterator[Draft]:
    """Another constant of the same kind that the function, or the file, has already."""
    assert isinstance(site.node, ast.Constant)
    value = site.node.value
    if isinstance(value, bool | None) or is_docstring(site) or _is_format(value):
        return
    own = f"{value!r}"
    for place, text in enumerate(_constants(site.scope, type(value))):
        if text != own:
            yield from site.put(text, 0.7 * 0.9**place)


def _is_format(value: object) -> bool:
    return isinstance(value, str) and (">>>" in value or "\n" in value)


def _constants(scope: Scope, kind: type) -> list[str]:
    """Return the constants of a kind as written in Python: the function's own first."""
    found: dict[str, None] = {}
    for node in chain(scope.literals, scope.facts.constants):
        if len(found) >= _MOST:
            break
        if type(node.value) is kind and not _is_format(node.value):
            if isinstance(scope.source.parent(node), ast.Expr | ast.JoinedStr):
                continue
            if isinstance(node.value, str) and len(node.value) > 40:
                continue
            found.setdefault(repr(node.value))
    return list(found)


def text_constants(scope: Scope) -> list[str]:
    """Return short texts that the file names, as written in Python."""
    return _constants(scope, str)


def text(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Constant)
    value = site.node.value
    if not isinstance(value, str) or is_docstring(site) or _is_format(value):
        return
    if isinstance(site.parent, ast.JoinedStr | ast.FormattedValue):
        return
    others = [(sign, 0.8) for sign in _BETWEEN] if _is_separator(site) else []
    others += [("", 0.5), (" ", 0.4), (value.strip(), 0.5), (value.lower(), 0.4)]
    others += [(value.upper(), 0.3), (f"{value} ", 0.2), (f" {value}", 0.2)] if value else []
    others += [(f"{value}\n", 0.15), (", ", 0.3), (",", 0.2), ("\n", 0.2)]
    if len(value) > 1:
        others += [(value[:-1], 0.15), (value[1:], 0.15)]
    said = {value}
    for new, fit in others:
        if new not in said:
            said.add(new)
            yield from site.put(repr(new), fit)


def _is_separator(site: Site) -> bool:
    return isinstance(site.parent, ast.Attribute) and site.parent.attr == "join"


def literal(site: Site) -> Iterator[Draft]:
    """Nest, empty or exchange a literal: `[]` → `[[]]`, `{}` → `set()`."""
    node = site.node
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
        return
    own = site.text()
    if isinstance(node, ast.List | ast.Tuple | ast.Dict | ast.Set) and own in _EMPTY:
        for place, new in enumerate(_EMPTY[own]):
            yield from site.put(new, 0.8**place)
    elif isinstance(node, ast.List) and len(node.elts) == 1:
        yield from site.put(site.text(node.elts[0]), 0.6)
        yield from site.put("[]", 0.5)
        yield from site.put(f"[{own}]", 0.3)
    elif isinstance(node, ast.List | ast.Tuple | ast.Set) and 2 <= len(node.elts) <= 6:
        yield from site.swap(node.elts[0], node.elts[1], 0.5)
        if len(node.elts) > 2:
            yield from site.swap(node.elts[-2], node.elts[-1], 0.3)


def nested(site: Site) -> Iterator[Draft]:
    """Make a list of one value: `x + y` → `[x] + y`."""
    node = site.node
    if not isinstance(node, ast.Name | ast.Subscript | ast.Call | ast.Attribute):
        return
    parent = site.parent
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add):
        types = set(site.scope.types_of(node))
        if not types & {"int", "float", "list", "str"} or not types:
            yield from site.put(f"[{site.text()}]", 0.5)
    elif isinstance(parent, ast.Return | ast.Call | ast.Starred) and isinstance(node, ast.Name):
        yield from site.put(f"[{site.text()}]", 0.25)


def off_by_one(site: Site) -> Iterator[Draft]:
    """Move a number by one: `n` → `n - 1`, `n + 1`."""
    node = site.node
    if not isinstance(node, ast.Name | ast.Call | ast.BinOp | ast.Attribute | ast.Subscript):
        return
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
        return
    fit = _countable(site, node)
    if fit <= 0:
        return
    own = site.text()
    if own.endswith((" + 1", " - 1")) and isinstance(node, ast.BinOp):
        yield from site.put(own[:-4], fit)
        yield from site.put(own[:-3] + ("- 1" if own[-3] == "+" else "+ 1"), fit * 0.8)
        return
    base = joined(own, Tie.SUM)
    if isinstance(node, ast.BinOp) and tie_of(own) > Tie.SUM:
        fit *= 0.7
    yield from site.put(f"{base} - 1", fit)
    yield from site.put(f"{base} + 1", fit)


def _countable(site: Site, node: ast.expr) -> float:
    """Return how likely a number stands here, from where it stands and from types seen."""
    types = set(site.scope.types_of(node))
    if types and not types & {"int", "float", "bool"}:
        return 0.0
    parent = site.parent
    base = 1.0 if "int" in types else 0.55
    if isinstance(parent, ast.Subscript):
        return base if parent.slice is node else 0.0
    if isinstance(parent, ast.Slice):
        return 1.0
    if isinstance(parent, ast.Call):
        ranged = isinstance(parent.func, ast.Name) and parent.func.id == "range"
        return 1.0 if ranged else base * 0.6 if node in parent.args else 0.0
    if isinstance(parent, ast.Compare):
        ordered = isinstance(parent.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        return base if ordered else base * 0.4
    if isinstance(parent, ast.Return | ast.Assign | ast.Tuple):
        return base * 0.7 if "int" in types or not isinstance(node, ast.Name) else base * 0.4
    if isinstance(parent, ast.BinOp):
        return (
            base * 0.6
            if isinstance(parent.op, ast.Mult | ast.FloorDiv | ast.Mod | ast.Div)
            else 0.3 * base
        )
    if isinstance(parent, ast.AugAssign | ast.IfExp | ast.keyword):
        return base * 0.4
    return 0.0


_BETWEEN = ("", " ", "\n", ", ", ",", "-")
_EMPTY = {
    "[]": ("[[]]", "{}", "None", "()", "set()", "[0]", "[None]", '""'),
    "{}": ("set()", "[]", "None"),
    "()": ("[]", "None", "((),)"),
}
_CONSTANT = (ast.Constant,)
_VALUES = (ast.Name, ast.Call, ast.BinOp, ast.Attribute, ast.Subscript)
OPERATORS = (
    Operator("constant.number", 0.7, _CONSTANT, number, "`1` → `0`"),
    Operator("constant.truth", 0.6, _CONSTANT, truth, "`True` → `False`"),
    Operator("constant.shared", 0.25, _CONSTANT, shared, "`10` → `100`, when the file has it"),
    Operator("constant.text", 0.3, _CONSTANT, text, '`" "` → `""`'),
    Operator("constant.literal", 0.35, (ast.List, ast.Tuple, ast.Dict, ast.Set), literal,
             "`[]` → `[[]]`"),
    Operator("constant.nested", 0.25, _VALUES, nested, "`x + y` → `[x] + y`"),
    Operator("constant.off", 0.65, _VALUES, off_by_one, "`n` → `n - 1`"),
)  # fmt: skip
