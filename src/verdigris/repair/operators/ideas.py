"""Ideas for the suspicious lines of a file, weighted, bounded, best first and in a fixed order.

Every idea parses and differs from the text as it is. Two ideas may still mean the same, or
nothing new: `repair/equal.py` tells.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from itertools import count, islice

from verdigris.core.paths import is_protected
from verdigris.core.repair import Localised, Suspect, spot
from verdigris.repair.idea import Idea, Scored, Splice
from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.catalogue import OPERATORS
from verdigris.repair.operators.facts import Facts
from verdigris.repair.operators.scope import Scope
from verdigris.repair.source import FUNCTIONS, Function, Part, Source

PER_LINE = 500
MOST = 8000
_PER_SITE = 80
"""Drafts that are kept of one operator at one node."""
_LOOKED_AT = 800
_LEAST = 0.01
"""What fits worse is not worth a test run."""
_LONG = 4000
"""Characters of one statement's own code. What is longer is a table: data, and slow to read."""
_NODES = 300
"""Nodes of one statement that are looked at."""
_AROUND = 0.5
"""How much an edit of a function's own line counts when the suspicion is about its body."""
_STEPS = 1000


@dataclass(order=True)
class _Ahead:
    """What may be the next best: a part or an operator not asked yet, or an idea."""

    least: float
    """The bound of its score, less than zero: the best is the smallest."""
    done: bool
    """Ideas wait for what may be as good."""
    line: int
    splices: tuple[Splice, ...]
    number: int
    work: Callable[[], Iterable[_Ahead]] = field(compare=False)
    idea: Idea | None = field(default=None, compare=False)


class Ideas:
    """What might mend the suspicious lines of a file, likeliest first, thought of when asked for.

    A line is read, and an operator asked about it, only when nothing that is known already can be
    likelier than the best it could come to. So where some lines are plainly more suspicious the
    first ideas for a long function cost as much as those for a short one; where all are alike each
    has to be read first, which `think` does a little at a time. `priors` multiplies the operators'
    own priors, by name. A test is never edited.
    """

    def __init__(
        self,
        source: Source,
        suspects: Sequence[Suspect],
        localised: Localised,
        priors: Mapping[str, float],
        *,
        per_line: int = PER_LINE,
        most: int = MOST,
    ) -> None:
        self.asked = 0
        """How often an operator was asked about a line."""
        self._source = source
        self._priors = priors
        self._per_line, self._left = per_line, most
        self._numbers = count()
        self._scores: dict[int, float] = {}
        for suspect in suspects:
            if suspect.path == source.path and not is_protected(source.path):
                known = self._scores.get(suspect.line, 0.0)
                self._scores[suspect.line] = max(known, suspect.score)
        self._scopes = _Scopes(source, localised)
        self._said: set[tuple[Splice, ...]] = set()
        self._of_line: Counter[int] = Counter()
        self._ahead: list[_Ahead] = []
        self._found: Scored | None = None
        """The next one, where it is known already."""
        self._best = max((o.prior * priors.get(o.name, 1.0) for o in OPERATORS), default=0.0)
        for part, line, share in _parts(source, self._scores):
            self._wait(self._scores[line] * self._best, line, partial(self._of_part, part, share))

    def __iter__(self) -> Iterator[Scored]:
        return self

    def __len__(self) -> int:
        """Return how many are thought of and not asked for yet."""
        return len(self._ahead) + (self._found is not None)

    def __next__(self) -> Scored:
        while not self.think(_STEPS):
            pass
        if self._found is None:
            raise StopIteration
        found, self._found = self._found, None
        self._left -= 1
        return found

    def think(self, steps: int) -> bool:
        """Take so many steps at most; return whether the next idea, or that none is left, is known.

        A step is a few milliseconds at most, where finding the next idea may be seconds.
        """
        for _ in range(steps):
            if self._found is not None or not self._ahead or self._left <= 0:
                return True
            best = heappop(self._ahead)
            if best.idea is None:
                for one in best.work():
                    heappush(self._ahead, one)
            elif self._is_new(best.idea):
                self._found = -best.least, best.idea
        return False

    def _is_new(self, idea: Idea) -> bool:
        """Tell whether an idea parses, is the first of its kind, and its line has room for it."""
        if idea.splices in self._said or self._of_line[idea.line] >= self._per_line:
            return False
        self._said.add(idea.splices)
        part = self._source.parts_by_line[idea.line][-1]
        if not self._source.parses_with(part, idea.splices):
            return False
        self._of_line[idea.line] += 1
        return True

    def _wait(self, bound: float, line: int, work: Callable[[int], Iterable[_Ahead]]) -> None:
        heappush(self._ahead, self._later(bound, line, partial(work, line)))

    def _later(self, bound: float, line: int, work: Callable[[], Iterable[_Ahead]]) -> _Ahead:
        return _Ahead(-bound, False, line, (), next(self._numbers), work)

    def _of_part(self, part: Part, share: float, line: int) -> Iterator[_Ahead]:
        """Yield the operators that have something to say about a part."""
        source = self._source
        size = source.line_end(source.header_end(part)) - source.line_start(source.first_line(part))
        if size > _LONG:
            return
        sites: dict[Operator, list[Site]] = {}
        outer = next(source.functions_around(part), None)
        for node in islice(source.own_nodes(part), _NODES):
            # The defaults and decorators of a function are evaluated outside it.
            of_definition = isinstance(part, FUNCTIONS) and node is not part
            scope = self._scopes.of(outer if of_definition else source.function_of(part))
            site = Site(source, node, scope)
            for operator in _BY_KIND.get(type(node), ()):
                sites.setdefault(operator, []).append(site)
        for operator, own in sites.items():
            factor = operator.prior * self._priors.get(operator.name, 1.0)
            near = 1.0 if own[0].node is part else share
            if factor > 0:
                ask = partial(self._of_operator, operator, own, part, factor, share, line)
                yield self._later(self._scores[line] * factor * near, line, ask)

    def _of_operator(
        self, operator: Operator, sites: list[Site], part: Part, factor: float, share: float,
        line: int,
    ) -> Iterator[_Ahead]:  # fmt: skip
        self.asked += 1
        name = self._source.name_of(part)
        for site in sites:
            near = factor * (1.0 if site.node is part else share)
            drafts = [*islice(operator.make(site), _LOOKED_AT)]
            for draft in sorted(drafts, key=lambda draft: -draft.fit)[:_PER_SITE]:
                if draft.fit >= _LEAST:
                    idea = _idea(self._source, operator, draft, line, name, near)
                    score = idea.weight * self._scores[line]
                    yield _Ahead(-score, True, line, idea.splices, next(self._numbers), list, idea)


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


def _idea(
    source: Source, operator: Operator, draft: Draft, line: int, function: str, factor: float
) -> Idea:
    return Idea(
        path=source.path,
        splices=draft.splices,
        operator=operator.name,
        line=line,
        function=function,
        weight=round(factor * min(draft.fit, 1.0), 6),
        what=draft.what,
    )


def _by_kind() -> dict[type[ast.AST], tuple[Operator, ...]]:
    kinds = {kind for operator in OPERATORS for kind in operator.applies_to}
    return {kind: tuple(o for o in OPERATORS if kind in o.applies_to) for kind in kinds}


_BY_KIND = _by_kind()
