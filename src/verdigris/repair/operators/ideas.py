"""All ideas for the suspicious lines of a file, weighted, bounded and in a fixed order.

Every idea parses and differs from the text as it is. Two ideas may still mean the same, or
nothing new: `repair/equal.py` tells.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from verdigris.core.paths import is_protected
from verdigris.core.repair import Localised, Suspect, spot
from verdigris.repair.idea import Idea, Splice
from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.catalogue import OPERATORS
from verdigris.repair.operators.scope import Facts, Scope
from verdigris.repair.source import FUNCTIONS, Function, Part, Source

PER_LINE = 500
MOST = 8000
_PER_SITE = 40
"""Drafts that are kept of one operator at one node."""
_LOOKED_AT = 400
_LEAST = 0.01
"""What fits worse is not worth a test run."""
_LONG = 4000
"""Characters of one statement's own code. What is longer is a table: data, and slow to read."""
_NODES = 300
"""Nodes of one statement that are looked at."""
_AROUND = 0.5
"""How much an edit of a function's own line counts when the suspicion is about its body."""


def ideas(
    source: Source,
    suspects: Sequence[Suspect],
    localised: Localised,
    priors: Mapping[str, float],
    *,
    per_line: int = PER_LINE,
    most: int = MOST,
) -> list[Idea]:
    """Return what might mend the suspicious lines of this file, likeliest first.

    `priors` multiplies the operators' own priors, by name. A test is never edited.
    """
    if is_protected(source.path):
        return []
    scores: dict[int, float] = {}
    for suspect in suspects:
        if suspect.path == source.path:
            scores[suspect.line] = max(scores.get(suspect.line, 0.0), suspect.score)
    best: dict[tuple[Splice, ...], Idea] = {}
    scopes = _Scopes(source, localised)
    for part, line, share in _parts(source, scores):
        for idea in _of_part(source, scopes, part, line, share, priors):
            old = best.get(idea.splices)
            if old is None or old.weight * scores[old.line] < idea.weight * scores[line]:
                best[idea.splices] = idea
    rows = sorted(best.values(), key=lambda i: (-i.weight * scores[i.line], i.line, i.splices))
    return [*islice(_fitting(source, rows, per_line), most)]


def _fitting(source: Source, rows: Iterable[Idea], per_line: int) -> Iterator[Idea]:
    """Yield the ideas that parse, no more of one line than allowed."""
    count: Counter[int] = Counter()
    for idea in rows:
        part = source.parts_by_line[idea.line][-1]
        if count[idea.line] < per_line and source.parses_with(part, idea.splices):
            count[idea.line] += 1
            yield idea


class _Scopes:
    def __init__(self, source: Source, localised: Localised) -> None:
        self._source = source
        self._localised = localised
        self._facts = Facts(source)
        self._known: dict[Function | None, Scope] = {}

    def of(self, function: Function | None) -> Scope:
        if function not in self._known:
            self._known[function] = Scope(self._facts, function, self._types(function))
        return self._known[function]

    def _types(self, function: Function | None) -> Mapping[str, tuple[str, ...]]:
        if function is None:
            return self._localised.types.get(spot(self._source.path, ""), {})
        outer = self._source.name_of(function)
        inner = self._source.name_of(function, inner=True)
        for name in (inner, inner.replace(".", ".<locals>."), outer):
            if types := self._localised.types.get(spot(self._source.path, name)):
                return types
        return {}


def _parts(source: Source, scores: Mapping[int, float]) -> Iterator[tuple[Part, int, float]]:
    """Yield what stands on the suspicious lines, and the functions around it, once each.

    With the line that the idea is booked on, which is always a suspicious one.
    """
    own: dict[Part, int] = {}
    around: dict[Part, int] = {}
    for line in sorted(scores, key=lambda number: (-scores[number], number)):
        for part in source.parts_by_line.get(line, ()):
            own.setdefault(part, line)
            for function in source.functions_around(part):
                around.setdefault(function, line)
    for part, line in own.items():
        yield part, line, 1.0
    for part, line in around.items():
        if part not in own:
            yield part, line, _AROUND


def _of_part(
    source: Source, scopes: _Scopes, part: Part, line: int, share: float,
    priors: Mapping[str, float],
) -> Iterator[Idea]:  # fmt: skip
    size = source.line_end(source.header_end(part)) - source.line_start(source.first_line(part))
    if size > _LONG:
        return
    name = source.name_of(part)
    inside = source.function_of(part)
    if isinstance(part, FUNCTIONS):
        outer = next(source.functions_around(part), None)
    for node in islice(source.own_nodes(part), _NODES):
        # The defaults and decorators of a function are evaluated outside it.
        of_definition = isinstance(part, FUNCTIONS) and node is not part
        scope = scopes.of(outer if of_definition else inside)
        site = Site(source, node, scope)
        for operator in _BY_KIND.get(type(node), ()):
            near = 1.0 if node is part else share
            factor = operator.prior * priors.get(operator.name, 1.0) * near
            if factor <= 0:
                continue
            drafts = [*islice(operator.make(site), _LOOKED_AT)]
            for draft in sorted(drafts, key=lambda draft: -draft.fit)[:_PER_SITE]:
                if draft.fit >= _LEAST:
                    yield _idea(source, operator, draft, line, name, factor)


def _idea(
    source: Source, operator: Operator, draft: Draft, line: int, function: str, factor: float
) -> Idea:
    return Idea(
        path=source.path,
        splices=draft.splices,
        operator=operator.name,
        line=line,
        function=function,
        weight=round(factor * draft.fit, 6),
        what=draft.what,
    )


def _by_kind() -> dict[type[ast.AST], tuple[Operator, ...]]:
    kinds = {kind for operator in OPERATORS for kind in operator.applies_to}
    return {kind: tuple(o for o in OPERATORS if kind in o.applies_to) for kind in kinds}


_BY_KIND = _by_kind()
