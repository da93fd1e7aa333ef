"""A step that was forgotten: a counter not raised, a result not gathered, a visit not noted."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators import blocks
from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.ingredients import likeness
from verdigris.repair.operators.scope import Known
from verdigris.repair.source import FUNCTIONS

_LOOPS = (ast.For, ast.While, ast.AsyncFor)
_MOST = 14
_EMPTY = {"list": "[]", "set": "set()", "dict": "{}"}
Row = tuple[str, float]


def forgotten(site: Site) -> Iterator[Draft]:
    """Put an update before a statement, after it, or at the end of the loop's body."""
    assert isinstance(site.node, ast.stmt)
    node = site.node
    if site.function is None or isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    loop = _loop_around(site)
    ends = isinstance(node, ast.Return | ast.Raise | ast.Continue | ast.Break)
    for text, fit in _updates(site, loop)[:_MOST]:
        share = fit if loop is not None else fit * 0.5
        yield from blocks.before(site.source, node, text, share * 0.8)
        if not ends:
            yield from blocks.after(site.source, node, text, share)
        if isinstance(node, _LOOPS):
            yield from blocks.after(site.source, node.body[-1], text, share)
            yield from blocks.before(site.source, node.body[0], text, share * 0.7)


def _loop_around(site: Site) -> ast.stmt | None:
    node: ast.AST | None = site.node
    while node is not None and node is not site.function:
        if isinstance(node, _LOOPS):
            return node
        node = site.source.parent(node)
    return None


def _updates(site: Site, loop: ast.stmt | None) -> list[Row]:
    items = _items(site, loop)
    rows: list[Row] = []
    for known in site.scope.variables:
        rows += _of_variable(known, items)
    if isinstance(loop, ast.While):
        rows += _advanced(site, loop)
    rows += _of_attributes(site, items)
    stale = _stale(loop)
    present = {site.text(s) for s in (loop.body if isinstance(loop, _LOOPS) else [])}
    best: dict[str, float] = {}
    for text, fit in rows:
        fit *= 0.2 if text in present else 1.0
        fit *= 1.6 if text.partition(" ")[0] in stale else 1.0
        best[text] = min(max(best.get(text, 0.0), fit), 1.0)
    return sorted(best.items(), key=lambda row: (-row[1], row[0]))


def _stale(loop: ast.stmt | None) -> set[str]:
    """Return the names that a loop reads and never binds: one of them may be meant to change."""
    names = [n for n in ast.walk(loop) if isinstance(n, ast.Name)] if loop else []
    return {n.id for n in names} - {n.id for n in names if isinstance(n.ctx, ast.Store)}


def _items(site: Site, loop: ast.stmt | None) -> list[str]:
    """Return what an update may be about: loop variables first, then what the place uses."""
    found: dict[str, None] = {}
    if isinstance(loop, ast.For | ast.AsyncFor):
        for inner in ast.walk(loop.target):
            if isinstance(inner, ast.Name):
                found.setdefault(inner.id)
    branch = site.source.parent(site.node)
    asked = ast.walk(branch.test) if isinstance(branch, ast.If | ast.While) else ()
    for inner in (*asked, *ast.walk(site.node)):
        known = site.scope.names.get(inner.id) if isinstance(inner, ast.Name) else None
        if known is not None and known.kind in ("parameter", "local"):
            found.setdefault(known.id)
    found.pop("self", None)
    return list(found)[:5]


def _of_variable(known: Known, items: list[str]) -> Iterator[Row]:
    types, name = set(known.types), known.id
    others = [item for item in items if item != name]
    if types & {"set"} or "has add" in known.roles:
        yield from ((f"{name}.add({item})", 0.95**i) for i, item in enumerate(others))
    if types & {"list", "deque"} or "has append" in known.roles:
        yield from ((f"{name}.append({item})", 0.9 * 0.9**i) for i, item in enumerate(others))
        yield from ((f"{name}.extend({item})", 0.3 * 0.9**i) for i, item in enumerate(others[:2]))
    counts = not types and known.roles & {"index", "compared", "reckoned"}
    if (counts or types & {"int", "float"}) and known.kind == "local":
        yield f"{name} += 1", 0.8 if types else 0.6
        yield f"{name} -= 1", 0.35
        yield from ((f"{name} += {item}", 0.5 * 0.9**i) for i, item in enumerate(others[:3]))
    elif types & {"int"} and known.kind == "parameter":
        yield f"{name} -= 1", 0.35
        yield f"{name} += 1", 0.35
    if "dict" in types and others:
        for key in others[:3]:
            yield from ((f"{name}[{key}] = {item}", 0.35) for item in others if item != key)
    if known.kind == "local":
        # A value kept from one round to the next: `previous = current`.
        for item in others:
            kept = likeness(name, item) > 0.9 or "NoneType" in types
            yield f"{name} = {item}", 0.6 if kept else 0.25
    if known.kind == "local" and types & {"list", "set", "dict"}:
        # What is gathered for one group must not be there for the next.
        gathered = known.roles & {"has append", "has add", "has extend", "has update", "indexed"}
        yield f"{name}.clear()", 0.6 if gathered else 0.25
        empty = next(_EMPTY[kind] for kind in ("list", "set", "dict") if kind in types)
        yield f"{name} = {empty}", 0.55 if gathered else 0.25


def _advanced(site: Site, loop: ast.While) -> Iterator[Row]:
    """Yield how a loop's own variable may go on: `node = node.next`."""
    for inner in ast.walk(loop.test):
        if isinstance(inner, ast.Name) and inner.id in site.scope.names:
            for attribute in sorted(site.scope.facts.attributes.get(inner.id, {})):
                if attribute not in site.scope.facts.called:
                    yield f"{inner.id} = {inner.id}.{attribute}", 0.8


def _of_attributes(site: Site, items: list[str]) -> Iterator[Row]:
    """Yield updates that other methods make of the same object: `self.size -= 1`."""
    owner = site.source.class_of(site.node)
    if owner is None or site.function is None:
        return
    for step in site.scope.facts.steps_of(owner):
        node = step.statement
        if isinstance(node, ast.AugAssign):
            yield from _both_ways(site, node, items)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            func = node.value.func
            if isinstance(func, ast.Attribute) and func.attr in ("append", "add"):
                yield from ((f"{site.text(func)}({item})", 0.6) for item in items[:3])
    yield from _initial(site, owner)
    for item in items[:3]:
        if item in site.scope.facts.attributes.get("self", {}):
            yield f"self.{item} = {item}", 0.9


def _both_ways(site: Site, node: ast.AugAssign, items: list[str]) -> Iterator[Row]:
    """Yield an update as it is and its reverse: what one method adds, another takes away."""
    target = site.text(node.target)
    same, back = ("+=", "-=") if isinstance(node.op, ast.Add) else ("-=", "+=")
    if isinstance(node.value, ast.Constant):
        yield f"{target} {back} {site.text(node.value)}", 0.9
        yield f"{target} {same} {site.text(node.value)}", 0.8
    for item in items[:3]:
        known = site.scope.names.get(item)
        fit = 0.6 if known and {"int", "float"} & set(known.types) else 0.35
        yield f"{target} {same} {item}", fit
        yield f"{target} {back} {item}", fit


def _initial(site: Site, owner: ast.ClassDef) -> Iterator[Row]:
    """Return to what the constructor set: `self.items = []`."""
    for function in owner.body:
        if isinstance(function, FUNCTIONS) and function.name == "__init__":
            for node in function.body:
                if isinstance(node, ast.Assign) and function is not site.function:
                    text = site.text(node)
                    plain = isinstance(node.value, ast.Constant | ast.List | ast.Dict)
                    if plain and text.startswith("self.") and "\n" not in text:
                        yield text, 0.45
                        if type(getattr(node.value, "value", None)) is int:
                            yield f"{site.text(node.targets[0])} += 1", 0.7
                            yield f"{site.text(node.targets[0])} -= 1", 0.5


_ON = (
    ast.Expr, ast.Assign, ast.AugAssign, ast.If, ast.For, ast.While, ast.Return, ast.Continue,
    ast.With, ast.Try,
)  # fmt: skip
OPERATORS = (
    Operator("update.forgotten", 0.4, _ON, forgotten, "`seen.add(x)`, `i += 1`, `out.append(x)`"),
)
