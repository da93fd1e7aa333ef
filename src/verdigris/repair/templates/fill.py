"""From a match to new code: holes become what they stand for; open ones what is in scope."""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from verdigris.repair.operators.scope import Scope
from verdigris.repair.templates.match import Bound, Filling
from verdigris.repair.templates.trees import fields, hole_of, key

_EACH = 6
"""Candidates for one open hole."""
_HELD = ("parameter", "local", "outer")
_CALLED = ("function", "class", "global")
_WAYS = 12
"""Ways to fill all open holes of one match."""


def filled(nodes: Sequence[ast.AST], bound: Mapping[str, Filling]) -> list[ast.AST]:
    """Return the code with its holes filled. What they stand for is put in as it is, not copied."""
    return [made for node in nodes for made in _in_list(node, bound)]


def _in_list(node: Any, bound: Mapping[str, Filling]) -> list[Any]:
    hole = hole_of(node)
    if hole and hole[1] in "sr":
        filling = bound[hole]
        return list(filling) if isinstance(filling, tuple) else [filling]
    return [_filled(node, bound)]


def _filled(value: Any, bound: Mapping[str, Filling]) -> Any:
    if hole := hole_of(value):
        filling = bound[hole]
        if isinstance(filling, str) and isinstance(value, ast.AST):
            return ast.Name(filling, ast.Load())
        return filling
    if isinstance(value, list):
        return [made for one in value for made in _in_list(one, bound)]
    if not isinstance(value, ast.AST):
        return value
    made = copy.copy(value)
    for name, inner in fields(value):
        setattr(made, name, _filled(inner, bound))
    return made


def called_holes(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the holes that stand for something that is called."""
    calls = (n for top in nodes for n in ast.walk(top) if isinstance(n, ast.Call))
    return {hole_of(call.func) for call in calls} - {""}


def completed(
    bound: Bound, unknown: Sequence[str], called: Set[str], scope: Scope, line: int
) -> Iterator[tuple[Bound, float]]:
    """Yield ways to fill the open holes too, likeliest first, each with how likely it is."""
    choices = [_candidates(hole, hole in called, bound, scope, line) for hole in unknown]
    ways = itertools.product(*(list(enumerate(some)) for some in choices))
    ranked = sorted(ways, key=lambda way: sum(rank for rank, _ in way))[:_WAYS]
    for way in ranked:
        fillings = [key(filling) for _, filling in way]
        if len(set(map(str, fillings))) == len(fillings):
            more = dict(zip(unknown, (filling for _, filling in way), strict=True))
            yield {**bound, **more}, 0.7 ** (len(way) + sum(rank for rank, _ in way))


def _candidates(
    hole: str, called: bool, bound: Bound, scope: Scope, line: int
) -> Sequence[Filling]:
    if hole[1] == "c":
        return _constants(scope)
    if hole[1] == "a":
        return _attributes(bound, scope)
    taken = {key(filling) for filling in bound.values()}
    kinds = _CALLED if called else _HELD
    known = [
        k for k in scope.names.values() if k.kind in kinds and (not k.bound or k.bound <= line)
    ]
    known.sort(key=lambda k: (k.kind == "outer", -k.reads))
    made: list[Filling] = [
        k.id if hole[1] == "n" else ast.Name(k.id, ast.Load())
        for k in known
        if key(ast.Name(k.id, ast.Load())) not in taken and k.id not in ("self", "cls")
    ]
    return made[:_EACH]


def _constants(scope: Scope) -> list[Filling]:
    found: dict[str, Filling] = {}
    for literal in scope.literals:
        if len(repr(literal.value)) <= 40:
            found.setdefault(repr(literal.value), literal)
    return [*list(found.values())[: _EACH - 1], ast.Constant("")]


def _attributes(bound: Bound, scope: Scope) -> Sequence[Filling]:
    bases = [f.id for f in bound.values() if isinstance(f, ast.Name)] or ["self"]
    taken = {filling for filling in bound.values() if isinstance(filling, str)}
    counts: dict[str, int] = {}
    for base in [*bases, "self"]:
        for name, uses in scope.facts.attributes.get(base, {}).items():
            counts[name] = max(counts.get(name, 0), uses)
    ranked = sorted(counts, key=lambda name: -counts[name])
    return [name for name in ranked if name not in taken][:_EACH]
