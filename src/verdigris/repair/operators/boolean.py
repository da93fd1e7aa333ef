"""Conditions: and/or, negation, and parts that are missing or too much."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from verdigris.repair.operators.base import Draft, Operator, Site, becomes, symbol
from verdigris.repair.operators.methods import OF_TEXTS
from verdigris.repair.operators.placing import Tie, joined
from verdigris.repair.operators.scope import Known

_OPPOSITE = {
    ast.Lt: ">=", ast.LtE: ">", ast.Gt: "<=", ast.GtE: "<", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip


def tests_of(site: Site) -> Iterator[ast.expr]:
    """Yield the conditions a node asks: of `if`, `while`, a conditional expression, a filter."""
    node = site.node
    if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def exchanged(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.BoolOp)
    node = site.node
    old = symbol(node.op)
    new = {"and": "or", "or": "and"}[old]
    values = [site.text(value) for value in node.values]
    yield from site.put(f" {new} ".join(joined(v, _INNER[new]) for v in values))
    if len(values) > 2:
        for left, right in pairwise(node.values):
            if place := site.between(left, right, old):
                yield site.at(*place, new, becomes(old, new), 0.4)


def dropped(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.BoolOp)
    values = site.node.values
    word = f" {symbol(site.node.op)} "
    inner = _INNER[word.strip()]
    for left_out in reversed(values):
        rest = [joined(site.text(v), inner) for v in values if v is not left_out]
        yield from site.put(word.join(rest))


def negated(site: Site) -> Iterator[Draft]:
    for test in tests_of(site):
        yield from _denied(site, test, 1.0)
    if isinstance(site.node, ast.BoolOp):
        for value in site.node.values:
            yield from _denied(site, value, 0.8)
    elif isinstance(site.node, ast.UnaryOp) and isinstance(site.node.op, ast.Not):
        yield from site.put(site.text(site.node.operand))
    elif isinstance(site.node, ast.Return) and site.node.value is not None:
        value = site.node.value
        asks = isinstance(value, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Call | ast.Name)
        if asks and ("bool" in site.scope.returns or "bool" in site.scope.types_of(value)):
            yield from _denied(site, value, 0.8)
    elif isinstance(site.node, ast.Assign | ast.keyword):
        kept = site.node.value
        types = site.scope.types_of(kept)
        if isinstance(kept, ast.Name | ast.Attribute | ast.Call) and (not types or "bool" in types):
            yield from _denied(site, kept, 0.8 if types else 0.35)


def _denied(site: Site, test: ast.expr, fit: float) -> Iterator[Draft]:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return  # taken away by its own site
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return  # `compare.opposite` says the same more briefly
    yield from site.put(f"not {joined(site.text(test), Tie.NOT)}", fit, test)


def borrowed(site: Site) -> Iterator[Draft]:
    """Widen or narrow a condition by another that the function asks already."""
    seen: dict[str, float] = {}
    for node in site.scope.code:
        if isinstance(node, ast.Compare | ast.UnaryOp) and node is not site.node:
            text = site.text(node)
            if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
                continue
            if text and "\n" not in text:
                seen.setdefault(text, 1.0)
                if isinstance(node, ast.Compare) and len(node.ops) == 1:
                    left, right = site.text(node.left), site.text(node.comparators[0])
                    seen.setdefault(f"{left} {_OPPOSITE[type(node.ops[0])]} {right}", 0.7)
    for test in tests_of(site):
        own = site.text(test)
        for text, fit in [*seen.items()][:8]:
            if text not in own:
                yield from _joined_with(site, test, text, fit)


def _joined_with(site: Site, test: ast.expr, text: str, fit: float) -> Iterator[Draft]:
    own = site.text(test)
    for word, share in (("and", 1.0), ("or", 1.0)):
        new = f"{joined(own, _INNER[word])} {word} {joined(text, _INNER[word])}"
        yield from site.put(new, fit * share, test)


def guarded(site: Site) -> Iterator[Draft]:
    """Make sure first that what a condition looks at is there: not None, not empty, not 0."""
    for test in tests_of(site):
        for text, needs, fit in _needs(site, test):
            yield from site.put(f"{needs} and {site.operand(test, Tie.AND)}", fit, test)
            if needs != text:
                yield from site.put(f"{text} is None or {site.operand(test, Tie.OR)}", fit, test)
            else:
                yield from site.put(f"not {text} or {site.operand(test, Tie.OR)}", fit * 0.7, test)


def _needs(site: Site, test: ast.expr) -> Iterator[tuple[str, str, float]]:
    """Yield what a condition relies on, and the guard for it."""
    said: set[str] = set()
    for node in ast.walk(test):
        base: ast.expr | None = None
        if isinstance(node, ast.Attribute | ast.Subscript):
            base, fit = node.value, 1.0
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            base, fit = node.comparators[0], 0.8
        elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.Is | ast.IsNot):
            base, fit = node.left, 0.4
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod):
            base, fit = node.right, 0.6
        if not isinstance(base, ast.Name | ast.Attribute):
            continue
        text = site.text(base)
        if text and text not in said and text not in ("self", "cls"):
            said.add(text)
            known = site.scope.names.get(text)
            if known is not None and known.kind in ("module", "class", "function", "builtin"):
                continue
            empty = bool(known and "NoneType" in known.types)
            yield text, f"{text} is not None", fit * (1.0 if empty else 0.6)
            yield text, text, fit * 0.7


def asked_too(site: Site) -> Iterator[Draft]:
    """Let a variable in scope decide as well: `if ready` → `if not done and ready`."""
    for test in tests_of(site):
        own = site.text(test)
        for known in _flags(site):
            if known.id in own:
                continue
            fit = 0.9 if not known.reads else 0.6 if "asked" in known.roles else 0.4
            for text in (known.id, f"not {known.id}"):
                for word in ("and", "or"):
                    rest = site.operand(test, _INNER[word])
                    yield from site.put(f"{text} {word} {rest}", fit, test)


def _flags(site: Site) -> list[Known]:
    """Return variables that say yes or no, or that are asked as if they did."""
    found = [
        known for known in site.scope.variables
        if "bool" in known.types or "asked" in known.roles or "NoneType" in known.types
        or {"list", "deque"} & set(known.types) or (known.kind == "parameter" and not known.reads)
    ]  # fmt: skip
    return sorted(found, key=lambda known: (known.reads > 0, "asked" not in known.roles))[:6]


def chosen(site: Site) -> Iterator[Draft]:
    """Of `a if c else b`, the two are the wrong way round, or one is always right."""
    assert isinstance(site.node, ast.IfExp)
    yield from site.swap(site.node.body, site.node.orelse)
    yield from site.put(site.text(site.node.body), 0.4)
    yield from site.put(site.text(site.node.orelse), 0.4)


def none_not_empty(site: Site) -> Iterator[Draft]:
    """`if x` was meant as `if x is not None`, and the other way round."""
    for test in [*tests_of(site), *(site.node.values if isinstance(site.node, ast.BoolOp) else [])]:
        plain = test.operand if isinstance(test, ast.UnaryOp) else test
        if isinstance(plain, ast.Name | ast.Attribute | ast.NamedExpr):
            denied = isinstance(test, ast.UnaryOp)
            text = joined(site.text(plain), Tie.BIT_OR)
            yield from site.put(f"{text} is None" if denied else f"{text} is not None", 1.0, test)
        elif isinstance(test, ast.Compare) and len(test.ops) == 1:
            right = test.comparators[0]
            if isinstance(right, ast.Constant) and right.value is None:
                left = site.text(test.left)
                denied = isinstance(test.ops[0], ast.Is | ast.Eq)
                yield from site.put(f"not {left}" if denied else left, 0.8, test)


def or_default(site: Site) -> Iterator[Draft]:
    """`x or d` drops a zero or an empty text: `d if x is None else x`."""
    assert isinstance(site.node, ast.BoolOp)
    if isinstance(site.node.op, ast.Or) and len(site.node.values) == 2:
        first, second = (site.text(value) for value in site.node.values)
        if isinstance(site.node.values[0], ast.Name | ast.Attribute):
            yield from site.put(f"{first} if {first} is not None else {second}")
            yield from site.put(first, 0.3)


def fallen_back(site: Site) -> Iterator[Draft]:
    """Put something in the place of None: `x.strip()` → `(x or "").strip()`."""
    node, parent = site.node, site.parent
    if not isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
        return
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del) or site.text() in _OWN:
        return
    fixed = site.scope.names.get(site.text())
    if fixed is not None and fixed.kind in ("module", "class", "function", "builtin"):
        return
    types = set(site.scope.types_of(node))
    if types and "NoneType" not in types and not isinstance(node, ast.Call):
        return
    fit = 1.0 if "NoneType" in types else 0.5
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "get":
        fit = 0.9
        if len(node.args) == 2 and isinstance(node.func, ast.Attribute):
            looked = f"{site.text(node.func)}({site.text(node.args[0])})"
            yield from site.put(f"{looked} or {site.operand(node.args[1], Tie.AND)}", fit)
    for place, empty in enumerate(_empties(node, parent)):
        yield from site.put(f"{site.operand(node, Tie.AND)} or {empty}", fit * 0.8**place)


def _empties(node: ast.expr, parent: ast.AST | None) -> tuple[str, ...]:
    """Return what may stand for nothing, by how a value is used."""
    match parent:
        case ast.Attribute(attr=name):
            return ('""',) if name in OF_TEXTS else ("{}",) if name in _OF_DICTS else ()
        case ast.For(iter=walked) | ast.comprehension(iter=walked) if walked is node:
            return ("[]",)
        case ast.BinOp() | ast.AugAssign() | ast.Compare():
            return ("0", '""')
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if first is node:
            return ("[]", '""') if name in ("len", "list", "sorted", "set", "sum", "tuple") else ()
    return ()


_OWN = ("self", "cls", "")
_OF_DICTS = {"get", "items", "keys", "values", "pop", "setdefault"}
_INNER = {"and": Tie.NOT, "or": Tie.AND}
_TESTS = (ast.If, ast.While, ast.IfExp, ast.comprehension)
_KEPT = (ast.Return, ast.Assign, ast.keyword)
_BOOL = (ast.BoolOp,)
OPERATORS = (
    Operator("boolean.other", 0.7, _BOOL, exchanged, "`a and b` → `a or b`"),
    Operator("boolean.dropped", 0.4, _BOOL, dropped, "`a and b` → `a`"),
    Operator("boolean.negated", 0.6, (*_TESTS, ast.Assert, ast.BoolOp, ast.UnaryOp, *_KEPT),
             negated, "`if f(x)` → `if not f(x)`"),
    Operator("boolean.borrowed", 0.15, _TESTS, borrowed, "`if a` → `if a and b < c`"),
    Operator("boolean.guarded", 0.35, _TESTS, guarded, "`if x.y` → `if x is not None and x.y`"),
    Operator("boolean.asked", 0.25, _TESTS, asked_too, "`if a` → `if a or not b`"),
    Operator("boolean.chosen", 0.4, (ast.IfExp,), chosen, "`a if c else b` → `b if c else a`"),
    Operator("boolean.none", 0.4, (*_TESTS, ast.BoolOp), none_not_empty,
             "`if x` → `if x is not None`"),
    Operator("boolean.fallback", 0.35, (ast.Name, ast.Attribute, ast.Call, ast.Subscript),
             fallen_back, '`x.strip()` → `(x or "").strip()`'),
    Operator("boolean.default", 0.4, _BOOL, or_default,
             "`x or d` → `x if x is not None else d`"),
)  # fmt: skip
