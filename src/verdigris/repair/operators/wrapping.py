"""A value wrapped in a usual call, taken out of one, or converted where two types meet."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.methods import OF_TEXTS

_BY_TYPE = {
    "int": ("abs", "str", "float", "max0", "range", "round"),
    "float": ("int", "round", "abs", "str", "max0"),
    "str": ("int", "float", "len", "list", "reversed"),
    "list": ("len", "sorted", "set", "tuple", "sum", "max", "min", "reversed", "list", "enumerate"),
    "tuple": ("list", "len", "sorted", "set", "sum"),
    "set": ("sorted", "len", "list"), "frozenset": ("sorted", "len", "list"),
    "dict": ("len", "list", "sorted", "dict"), "keys": ("list", "sorted"),
    "items": ("list", "sorted"),
    "values": ("list", "sum"), "range": ("list", "reversed"), "generator": ("list", "sum"),
    "map": ("list",), "zip": ("list",), "bool": ("int",), "bytes": ("len", "list"),
}  # fmt: skip
_ANY = (
    "int",
    "str",
    "len",
    "list",
    "abs",
    "sorted",
    "float",
    "set",
    "tuple",
    "sum",
    "round",
    "bool",
)
_CALLED = 4
_UNWRAPPED = {
    "list", "sorted", "set", "tuple", "str", "int", "float", "abs", "len", "reversed", "round",
    "sum", "dict", "max", "min", "bool", "enumerate", "iter", "frozenset", "repr",
}  # fmt: skip


def wrapped(site: Site) -> Iterator[Draft]:
    node = site.node
    if not isinstance(node, ast.expr) or not _is_value(site, node):
        return
    types = site.scope.types_of(node)
    own = site.text()
    if isinstance(site.parent, ast.Attribute):
        yield from site.put(f"str({own})", 0.5)
        return
    makers = [maker for name in types for maker in _BY_TYPE.get(name, ())]
    fit = 1.0 if makers else 0.35
    for place, maker in enumerate(makers or _ANY):
        if maker == "max0":
            yield from site.put(f"max({own}, 0)", fit * 0.5)
        elif not _is_already(site, maker):
            yield from site.put(f"{maker}({own})", fit * 0.85**place)


def _is_value(site: Site, node: ast.expr) -> bool:
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
        return False
    parent = site.parent
    if isinstance(parent, ast.Attribute):
        return parent.attr in OF_TEXTS
    if isinstance(parent, ast.Expr | ast.keyword | ast.Delete | ast.withitem):
        return isinstance(parent, ast.keyword) and parent.arg is not None
    if isinstance(parent, ast.Raise | ast.ExceptHandler | ast.arguments | ast.AnnAssign | ast.arg):
        return False
    if isinstance(parent, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    if isinstance(parent, ast.Call) and parent.func is node:
        return False
    if isinstance(node, ast.Name) and node.id in ("self", "cls"):
        return False
    return not (isinstance(parent, ast.Subscript) and parent.value is node)


def _is_already(site: Site, maker: str) -> bool:
    parent = site.parent
    return isinstance(parent, ast.Call) and getattr(parent.func, "id", "") == maker


def called(site: Site) -> Iterator[Draft]:
    """Wrap in a function of one argument that the file knows: `save(x)` → `save(cleaned(x))`."""
    node = site.node
    if not isinstance(node, ast.expr) or not _is_value(site, node):
        return
    if isinstance(site.parent, ast.Attribute | ast.Compare | ast.comprehension):
        return
    own, facts = site.text(), site.scope.facts
    outer = getattr(site.parent.func, "id", "") if isinstance(site.parent, ast.Call) else ""
    rows = []
    for name, known in site.scope.names.items():
        if known.kind == "global" and name in facts.imported:
            # Imported and never used: it was forgotten somewhere.
            fit = 1.0 if name not in facts.used else 0.8 if name in facts.of_one else 0.0
        else:
            fit = 0.4 if known.kind == "function" and name in facts.of_one else 0.0
        if fit and name != outer and not own.startswith(f"{name}("):
            rows.append((fit if outer else fit * 0.5, name))
    for fit, name in sorted(rows, reverse=True)[:_CALLED]:
        yield from site.put(f"{name}({own})", fit)


def unwrapped(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Call)
    call = site.node
    if not isinstance(call.func, ast.Name) or len(call.args) != 1 or call.keywords:
        return
    if isinstance(site.parent, ast.Expr):
        return
    arg = call.args[0]
    text = f"({site.text(arg)})" if isinstance(arg, ast.GeneratorExp) else site.text(arg)
    known = call.func.id in _UNWRAPPED
    yield from site.put(text, 1.0 if known else 0.4)


def bounded(site: Site) -> Iterator[Draft]:
    """Of two candidates the larger or the smaller: `best = x` → `best = max(best, x)`."""
    if isinstance(site.node, ast.Assign):
        targets, value = site.node.targets, site.node.value
        if len(targets) == 1 and isinstance(targets[0], ast.Name | ast.Attribute | ast.Subscript):
            target, own = site.text(targets[0]), site.text(value)
            if isinstance(value, ast.Constant | ast.List | ast.Dict | ast.Lambda) or target in own:
                return
            for place, maker in enumerate(("max", "min")):
                yield from site.put(f"{maker}({target}, {own})", 0.8 * 0.9**place, value)
    elif isinstance(site.node, ast.Return) and site.node.value is not None:
        own = site.text(site.node.value)
        if isinstance(site.node.value, ast.BinOp | ast.Name | ast.Call):
            numeric = {"int", "float"} & {*site.scope.returns}
            for maker in ("max", "min"):
                for place, other in enumerate(_numbers(site)):
                    if other != own:
                        fit = (1.0 if numeric else 0.4) * 0.8**place
                        yield from site.put(f"{maker}({own}, {other})", fit, site.node.value)
    elif isinstance(site.node, ast.Call):
        call = site.node
        name = getattr(call.func, "id", "")
        if name in ("max", "min") and len(call.args) == 2:
            yield from site.put(site.text(call.args[0]), 0.6)
            yield from site.put(site.text(call.args[1]), 0.6)


def _numbers(site: Site) -> list[str]:
    found = ["0", *(k.id for k in site.scope.variables if {"int", "float"} & set(k.types)), "1"]
    return found[:5]


def converted(site: Site) -> Iterator[Draft]:
    """Two types meet in an operation: one is turned into the other's."""
    assert isinstance(site.node, ast.BinOp | ast.Compare)
    node = site.node
    left = node.left
    right = node.right if isinstance(node, ast.BinOp) else node.comparators[0]
    kinds = [set(site.scope.types_of(side)) for side in (left, right)]
    for side, own, other in ((left, kinds[0], kinds[1]), (right, kinds[1], kinds[0])):
        for kind in sorted(other - own):
            if isinstance(side, ast.Constant) or kind not in _CONVERTED:
                continue
            # Of a type not known, only text tells: nothing but text can be added to it.
            if own or (kind == "str" and isinstance(node, ast.BinOp)):
                yield from site.put(f"{kind}({site.text(side)})", 1.0 if own else 0.5, side)


_CONVERTED = ("str", "int", "float", "list", "set", "tuple")
_VALUES = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Call,
    ast.BinOp,
    ast.ListComp,
    ast.GeneratorExp,
)
OPERATORS = (
    Operator("wrap.added", 0.3, _VALUES, wrapped, "`xs` → `sorted(xs)`"),
    Operator("wrap.called", 0.25, _VALUES, called, "`save(x)` → `save(cleaned(x))`"),
    Operator("wrap.dropped", 0.35, (ast.Call,), unwrapped, "`list(xs)` → `xs`"),
    Operator("wrap.bounded", 0.25, (ast.Assign, ast.Return, ast.Call), bounded,
             "`best = x` → `best = max(best, x)`"),
    Operator("wrap.converted", 0.6, (ast.BinOp, ast.Compare), converted,
             '`"n" + n` → `"n" + str(n)`'),
)  # fmt: skip
