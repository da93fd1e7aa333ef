"""Statements deleted, moved, exchanged, repeated with other names, and borrowed from the file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from verdigris.repair.operators import blocks
from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.ingredients import likeness
from verdigris.repair.source import FUNCTIONS

_SIMPLE = (
    ast.Expr,
    ast.Assign,
    ast.AugAssign,
    ast.Return,
    ast.Raise,
    ast.Continue,
    ast.Break,
    ast.Delete,
)
_BORROWED = 10


def _is_docstring(site: Site, statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def deleted(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.stmt)
    node = site.node
    if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)):
        return
    if _is_docstring(site, node):
        return
    heavy = isinstance(node, ast.For | ast.While | ast.With | ast.Try)
    fit = 0.3 if heavy else 0.5 if isinstance(node, ast.Assign | ast.Return) else 1.0
    yield from blocks.without(site.source, node, fit)


def unwrapped(site: Site) -> Iterator[Draft]:
    """Drop a condition and keep its body."""
    assert isinstance(site.node, ast.If | ast.With)
    node = site.node
    lines = site.source.lines_of(node)
    if lines is None or getattr(node, "orelse", []) or blocks.has_long_text(node):
        return
    texts = [blocks.reindented(site.source, s, site.source.indent_of(node)) for s in node.body]
    if all(text is not None for text in texts):
        new = "".join(text or "" for text in texts)
        yield site.at(*lines, new, f"the body of line {node.lineno} stands alone", 1.0)


def exchanged(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.stmt)
    node = site.node
    if isinstance(site.source.parent(node), ast.ClassDef):
        return  # the order of fields is what callers rely on
    block = site.source.block_of(node)
    at = next(i for i, s in enumerate(block) if s is node)
    if at + 1 < len(block):
        yield from blocks.exchanged(site.source, node, block[at + 1])
    if at:
        yield from blocks.exchanged(site.source, block[at - 1], node)
    for far in (at - 2, at + 2):
        if 0 <= far < len(block) and isinstance(node, _SIMPLE):
            pair = sorted([at, far])
            yield from blocks.exchanged(site.source, block[pair[0]], block[pair[1]], 0.3)


def moved(site: Site) -> Iterator[Draft]:
    """Move a statement out of its block, or into the one before or after it."""
    assert isinstance(site.node, ast.stmt)
    node, source = site.node, site.source
    if not isinstance(node, (*_SIMPLE, ast.If)) or _is_docstring(site, node):
        return
    block = source.block_of(node)
    at = next(i for i, s in enumerate(block) if s is node)
    owner = source.parent(node)
    if isinstance(owner, ast.For | ast.While | ast.If | ast.With | ast.Try):
        if node is block[-1]:
            yield from blocks.moved_after(source, node, owner, 1.0)
        yield from blocks.moved_before(source, node, owner, 0.5)
    if at and isinstance(block[at - 1], ast.For | ast.While | ast.If | ast.With | ast.Try):
        inner = block[at - 1]
        for last in _ends(inner):
            yield from blocks.moved_into(source, node, last, 0.9)
    if at + 1 < len(block) and isinstance(block[at + 1], ast.For | ast.While | ast.If | ast.With):
        yield from blocks.moved_to_front(source, node, block[at + 1].body[0], 0.6)  # type: ignore[attr-defined]
    if len(block) > at + 2:
        yield from blocks.moved_after(source, node, block[-1], 0.3)
    if at > 1:
        yield from blocks.moved_before(source, node, block[0], 0.3)


def _ends(compound: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the last statements of a compound one's blocks, and of the block inside the last."""
    for name in ("body", "orelse", "finalbody"):
        block: list[ast.stmt] = getattr(compound, name, [])
        if block:
            yield block[-1]
            if isinstance(block[-1], ast.If | ast.For | ast.While):
                yield block[-1].body[-1]


def borrowed(site: Site) -> Iterator[Draft]:
    """Put in a statement that the function, or its class, has elsewhere."""
    assert isinstance(site.node, ast.stmt)
    node = site.node
    if site.function is None or isinstance(node, FUNCTIONS) or _is_docstring(site, node):
        return
    for text, fit in _ingredients(site)[:_BORROWED]:
        yield from blocks.before(site.source, node, text, fit)
        if not isinstance(node, ast.Return | ast.Raise | ast.Continue | ast.Break):
            yield from blocks.after(site.source, node, text, fit * 0.9)


def _ingredients(site: Site) -> list[tuple[str, float]]:
    """Return statements of the function, those near the place first."""
    assert site.function is not None
    node = site.node
    found: dict[str, float] = {}
    for other in site.scope.code:
        if not isinstance(other, _SIMPLE) or _is_docstring(site, other) or other is node:
            continue
        text = site.text(other)
        if not text or "\n" in text or len(text) > 70:
            continue
        distance = abs(other.lineno - getattr(node, "lineno", 0))
        usual = {ast.AugAssign: 1.0, ast.Expr: 0.9, ast.Assign: 0.6, ast.Return: 0.5}.get(
            type(other), 0.5
        )
        found[text] = max(found.get(text, 0), usual * 0.95**distance)
    for text, fit in _from_siblings(site):
        found.setdefault(text, fit)
    return sorted(found.items(), key=lambda row: (-row[1], row[0]))


def _from_siblings(site: Site) -> Iterator[tuple[str, float]]:
    """Yield statements of the other methods of the class that would make sense here."""
    owner = site.source.class_of(site.node)
    for step in site.scope.facts.steps_of(owner) if owner else ():
        if step.method is not site.function and step.names <= site.scope.names.keys():
            yield step.text, 0.5


def repeated(site: Site) -> Iterator[Draft]:
    """Say a statement once more, for its counterpart: `i += 1`, and then `j += 1`."""
    assert isinstance(site.node, ast.stmt)
    node = site.node
    if not isinstance(node, ast.Expr | ast.Assign | ast.AugAssign) or _is_docstring(site, node):
        return
    own = site.text()
    if "\n" in own or len(own) > 80:
        return
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    counterparts = {
        name: other.id for name in sorted(names) for other in site.scope.variables
        if other.id not in names and likeness(name, other.id) >= 0.9
    }  # fmt: skip
    if len(counterparts) > 1:
        text = own
        for name, other_name in counterparts.items():
            text = re.sub(rf"(?<![\w.]){re.escape(name)}\b", other_name, text)
        yield from blocks.after(site.source, node, text, 1.0)
        yield from blocks.before(site.source, node, text, 0.5)
    for name in sorted(names):
        for text, fit in _renamed(site, own, name, names):
            yield from blocks.after(site.source, node, text, fit)
            yield from blocks.before(site.source, node, text, fit * 0.5)


def _renamed(site: Site, own: str, name: str, names: set[str]) -> list[tuple[str, float]]:
    known = site.scope.names.get(name)
    if known is None or known.kind in ("builtin", "function", "class", "module"):
        return []
    rows = []
    for other in site.scope.variables:
        like = likeness(name, other.id)
        if other.id in names or other.id == "self" or like < 0.35:
            continue
        rows.append((re.sub(rf"(?<![\w.]){re.escape(name)}\b", other.id, own), like))
    return sorted(rows, key=lambda row: (-row[1], row[0]))[:4]


_ANY = (
    ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Raise, ast.If, ast.For,
    ast.While, ast.With, ast.Try, ast.Continue, ast.Break, ast.Assert, ast.Delete,
)  # fmt: skip
OPERATORS = (
    Operator("statement.deleted", 0.3, _ANY, deleted, "a statement is taken out"),
    Operator("statement.unwrapped", 0.15, (ast.If, ast.With), unwrapped, "`if a: b` → `b`"),
    Operator("statement.exchanged", 0.25, _ANY, exchanged, "two neighbours change places"),
    Operator("statement.moved", 0.25, _ANY, moved, "a statement moves into or out of a block"),
    Operator("statement.borrowed", 0.2, _ANY, borrowed, "a statement of the function, once more"),
    Operator("statement.repeated", 0.35, _ANY, repeated, "`i += 1`, and then `j += 1`"),
)
