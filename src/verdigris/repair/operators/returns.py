"""Return values: another variable, another expression of the function, none at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site, becomes
from verdigris.repair.operators.ingredients import PLAIN, agreement


def other(site: Site) -> Iterator[Draft]:
    """Another variable is returned: for `None`, the one that the function built up."""
    assert isinstance(site.node, ast.Return)
    value = site.node.value
    own = site.text(value) if value else ""
    for known in site.scope.variables:
        if known.id == own or known.id in ("self", "cls") or known.kind == "outer":
            continue
        fit = agreement(site.scope.returns, known.types)
        fit *= 0.8 if known.kind == "local" else 0.6
        grown = {"has append", "has add", "has extend", "reckoned"} & known.roles
        fit *= 1.0 if grown else 0.6
        if value is not None:
            if isinstance(value, ast.Name):
                continue  # a wrong variable is the business of `name.variable`
            yield from site.put(known.id, fit * 0.7, value)
        else:
            yield from _with_value(site, known.id, min(fit * 1.5, 1.0))


def _with_value(site: Site, text: str, fit: float) -> Iterator[Draft]:
    span = site.source.span(site.node)
    if span and site.text() == "return":
        yield site.at(*span, f"return {text}", becomes("return", f"return {text}"), fit)


def constant(site: Site) -> Iterator[Draft]:
    """Return a plain value: False for True, an empty list, zero."""
    assert isinstance(site.node, ast.Return)
    value = site.node.value
    kinds = {*site.scope.returns}
    wanted = [text for kind in sorted(kinds) for text in PLAIN.get(kind, ())] or [*_USUAL]
    known = 1.0 if kinds else 0.5
    for place, text in enumerate(wanted):
        if value is None:
            yield from _with_value(site, text, known * 0.8**place)
        elif not isinstance(value, ast.Constant):
            yield from site.put(text, 0.3 * known * 0.8**place, value)


def borrowed(site: Site) -> Iterator[Draft]:
    """Return what another `return` of the function gives back."""
    assert isinstance(site.node, ast.Return)
    value = site.node.value
    if site.function is None:
        return
    for node in site.scope.code:
        if isinstance(node, ast.Return) and node is not site.node and node.value is not None:
            text = site.text(node.value)
            if not text or len(text) > 60:
                continue
            if value is None:
                yield from _with_value(site, text, 0.8)
            else:
                yield from site.put(text, 0.8, value)


def extended(site: Site) -> Iterator[Draft]:
    """Something is missing in what is returned: `return left` → `return left + [x]`."""
    assert isinstance(site.node, ast.Return)
    value = site.node.value
    if not isinstance(value, ast.Name | ast.Call | ast.Subscript | ast.BinOp):
        return
    own = site.text(value)
    types = {*site.scope.types_of(value), *site.scope.returns}
    for known in site.scope.variables:
        if known.id in own or known.id in ("self", "cls"):
            continue
        alike = agreement(types, known.types)
        for word, fit in (("+", 0.7), ("-", 0.4), ("*", 0.25), ("or", 0.3), ("and", 0.2)):
            yield from site.put(f"{own} {word} {known.id}", fit * alike, value)
    if "list" in types:
        for known in site.scope.variables[:6]:
            if known.id not in ("self", "cls"):
                yield from site.put(f"{own} + [{known.id}]", 0.4, value)


_USUAL = ("None", "False", "True", "0", "1", "[]", '""')
_ON = (ast.Return,)
OPERATORS = (
    Operator("return.other", 0.4, _ON, other, "`return` → `return result`"),
    Operator("return.constant", 0.3, _ON, constant, "`return` → `return []`"),
    Operator("return.borrowed", 0.3, _ON, borrowed, "`return a` → `return b`, returned elsewhere"),
    Operator("return.extended", 0.15, _ON, extended, "`return a` → `return a + b`"),
)
