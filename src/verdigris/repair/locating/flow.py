"""Which statements the failure depends on: backwards from where it showed, through what was called.

Inside a function a slice is followed from the line at issue to what wrote the values it reads, to
the conditions around it, and to the ones that could have left before it. A call leads to the
function called, and from there backwards from its returns. It reads names, not values: an alias is
missed, and a name that two functions share leads to both. Pure.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence

from verdigris.repair.locating.code import At, Function, Reached
from verdigris.repair.locating.facts import Fact

WRITTEN, AROUND, GUARD, CALLED = 0.9, 0.9, 0.8, 0.95
BESIDE = 0.35
"""What a statement weighs that the value does not depend on."""
UNCALLED = 0.5
"""What a function weighs that ran although nothing was seen to call it by its name."""

Weights = dict[At, float]


def depends(reached: Reached, origins: Mapping[At, float]) -> Weights:
    """Return how much the failure depends on each statement that ran, from 0 to 1.

    `origins` are the statements where it showed.
    """
    weights: Weights = {}
    best: dict[Function, float] = {}
    queue: list[tuple[float, Function, tuple[int, ...]]] = [
        (-weight, function, (at.line,))
        for at, weight in origins.items()
        for function, body in reached.bodies.items()
        if function.path == at.path and any(fact.line == at.line for fact in body)
    ]
    queue += [(-UNCALLED, function, ()) for function in reached.bodies]
    heapq.heapify(queue)
    while queue:
        minus, function, lines = heapq.heappop(queue)
        if not lines and best.get(function, 0.0) >= -minus:
            continue
        best[function] = max(best.get(function, 0.0), -minus)
        body = reached.bodies[function]
        for fact, share in slice_of(body, lines).items():
            at, weight = At(function.path, fact.line), -minus * share
            if weights.get(at, 0.0) >= weight:
                continue
            weights[at] = weight
            if at not in reached.statements or fact.kind == "raise":
                continue
            for callee in reached.called_by(function.path, fact):
                if callee != function and best.get(callee, 0.0) < weight * CALLED:
                    heapq.heappush(queue, (-weight * CALLED, callee, ()))
    return weights


def slice_of(body: Sequence[Fact], lines: Iterable[int] = ()) -> dict[Fact, float]:
    """Return a function's statements, each with how much those at `lines` depend on it.

    Without lines, what it returns is meant; where nothing is returned, all of it.
    """
    wanted = set(lines)
    origins = [f for f in body if (f.line in wanted if wanted else f.kind == "return")]
    if not origins:
        return dict.fromkeys(body, 1.0)
    by_line = {fact.line: fact for fact in body}
    writers: dict[str, list[Fact]] = {}
    for fact in body:
        for name in fact.writes:
            writers.setdefault(name, []).append(fact)
    guards = [fact for fact in body if fact.kind == "condition" and fact.leaves]
    found = dict.fromkeys(body, BESIDE) | dict.fromkeys(origins, 1.0)
    queue = [(-1.0, fact.line, number, fact) for number, fact in enumerate(origins)]
    count = len(queue)
    while queue:
        minus, _, _, fact = heapq.heappop(queue)
        if found[fact] > -minus:
            continue
        # What a `raise` reads becomes its message; why it was reached is another matter.
        reads = () if fact.kind == "raise" else fact.reads
        next_ones = [(writer, WRITTEN) for name in reads for writer in writers.get(name, ())]
        next_ones += [(by_line[line], AROUND) for line in fact.inside if line in by_line]
        next_ones += [(guard, GUARD) for guard in guards if guard.line < fact.line]
        for other, factor in next_ones:
            if found[other] < -minus * factor:
                found[other] = -minus * factor
                count += 1
                heapq.heappush(queue, (minus * factor, other.line, count, other))
    return found
