"""All templates that one change teaches: each difference, tight and loose, with some context."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from verdigris.core.parsing import NOT_PYTHON
from verdigris.core.template import Template
from verdigris.repair.templates.abstract import abstract
from verdigris.repair.templates.difference import Difference, differences
from verdigris.repair.templates.trees import chains, is_alone, key, parse, size
from verdigris.repair.templates.vocabulary import library_names
from verdigris.repair.templates.worth import says_something

_MOST = 6
"""Differences of a change that is still one idea."""
_CONTEXT = 3
"""How many views of a difference are kept, each with more around it than the one before."""
_STEPS = 5
"""How often a difference is widened at most."""
_WIDE = 40
"""Nodes of a difference that is widened no further."""
_LARGE = 1500
"""Nodes of a difference that is looked at."""


def generalise(before: str, after: str, path: str = "") -> list[Template]:
    """Return what the change of a file teaches, the smallest and most general first.

    Nothing for texts that do not parse, for other languages, and for changes too large or too
    scattered to be one idea.
    """
    if path and not path.endswith(".py"):
        return []
    try:
        old, new = parse(before.removeprefix("\ufeff")), parse(after.removeprefix("\ufeff"))
        return _templates(old, new)
    except NOT_PYTHON:
        return []


def _templates(old: ast.Module, new: ast.Module) -> list[Template]:
    library = {**library_names(old), **library_names(new)}
    found = [d for d in differences(old, new) if not _is_layout(d)]
    if len(found) > _MOST:
        return []
    made: dict[str, Template] = {}
    for difference in found:
        levels = 0
        for one in _levels(difference):
            said = _abstracted(one, library)
            made.update({template.id: template for template in said})
            levels += bool(said)
            if levels == _CONTEXT:
                break
    for one in _together(found):
        made.update({template.id: template for template in _abstracted(one, library)})
    return list(made.values())


def _abstracted(difference: Difference, library: dict[str, str]) -> list[Template]:
    """Return what a difference says by itself, the more general first; often nothing."""
    if sum(map(size, (*difference.before, *difference.after))) > _LARGE:
        return []
    made = (
        abstract(difference.form, difference.before, difference.after, library, loose=loose)
        for loose in (True, False)
    )
    return [template for template in made if template is not None and says_something(template)]


def _is_layout(difference: Difference) -> bool:
    """Tell whether a difference is about imports and docstrings only: templates bring the first."""
    nodes = (*difference.before, *difference.after)
    return all(
        isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in nodes
    )


def _levels(difference: Difference) -> Iterator[Difference]:
    """Yield a difference bare, then with more and more around it."""
    if difference.form == "stmts" and _is_definition(difference):
        return
    if difference.form == "expr" or (difference.before and difference.after):
        yield difference
    yield from _anchored(difference)
    one = difference
    for _ in range(_STEPS):
        wider = one.wider()
        if wider is None or (wider.form == "expr" and sum(map(size, wider.before)) > _WIDE):
            return
        yield (one := wider)


def _is_definition(difference: Difference) -> bool:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return any(isinstance(node, kinds) for node in (*difference.before, *difference.after))


def _anchored(difference: Difference) -> Iterator[Difference]:
    """Yield statements that came or went with the neighbour that tells their place.

    It is the neighbour that uses what they use: a guard stands before the first use of what it
    guards, an update after what it keeps up with.
    """
    place = difference.place
    if place is None or (difference.before and len(difference.after) >= len(difference.before)):
        return  # replaced: the old statements say themselves where they stand
    used = {key(c) for node in (*difference.before, *difference.after) for c in chains(node)}
    for ahead, behind in (([], place.behind), (place.ahead, [])):
        if used & {key(c) for node in (*ahead, *behind) for c in chains(node)}:
            old = (*ahead, *difference.before, *behind)
            new = (*ahead, *difference.after, *behind)
            yield Difference("stmts", old, new, difference.trail)


def _together(found: Sequence[Difference]) -> Iterator[Difference]:
    """Yield the smallest piece of code around all differences, where they may be one idea."""
    if len(found) < 2:
        return
    places = [d.place for d in found if d.place is not None]
    if len(places) == len(found) and all(p.old is places[0].old for p in places):
        start, end = min(p.of_old[0] for p in places), max(p.of_old[1] for p in places)
        first, last = min(p.of_new[0] for p in places), max(p.of_new[1] for p in places)
        old, new = places[0].old[start:end], places[0].new[first:last]
        yield Difference("stmts", tuple(old), tuple(new), found[0].trail)
        return
    for depth in range(min(len(d.trail) for d in found) - 1, -1, -1):
        pairs = {id(d.trail[depth][0]): d.trail[depth] for d in found}
        if len(pairs) > 1:
            continue
        [(one, other)] = pairs.values()
        if is_alone(one) and is_alone(other):
            yield Difference("expr", (one,), (other,), found[0].trail[:depth])
        elif isinstance(one, ast.stmt):
            yield Difference("stmts", (one,), (other,), found[0].trail[:depth])
        else:
            continue
        return
