"""Has green candidates tried on further inputs in the sandbox, then puts them in order.

The judgement is in `repair/choice`, the trial in `suites/probe`. Nothing that fails here costs a
candidate: without a trial their texts decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from verdigris.checks.cheats import cheats
from verdigris.checks.environment import test_texts
from verdigris.core.probe import Table
from verdigris.core.repair import spot
from verdigris.core.syntax import is_python
from verdigris.repair.choosing.choice import Choice, rank
from verdigris.repair.choosing.edit_shape import functions, literals
from verdigris.repair.choosing.green import Green
from verdigris.repair.choosing.points import refusal
from verdigris.repair.choosing.properties import steady
from verdigris.suites.base import Suite
from verdigris.suites.probe import Place, probe
from verdigris.suites.warm.trials import With

_MOST = 16
"""Candidates that are tried on further inputs; the likeliest by their texts."""
_PLACES = 24
"""Functions that are watched at most, where code outside of functions was touched."""


async def choose(
    greens: Sequence[Green],
    *,
    suite: Suite,
    tree_for: With,
    failing: Sequence[str],
    passing: Sequence[str],
    seconds: float,
) -> Choice:
    """Put candidates in order, the one that is likeliest right first.

    `tree_for` gives a throw-away copy of the project with a change on top. Raises what making the
    copy raises, and nothing for what a candidate does.
    """
    if not greens:
        return rank(greens)
    # In a copy with one of them, so that no test ends before it has made all its calls.
    async with tree_for(greens[rank(greens).order[0]].change) as tree:
        tests = test_texts(tree)
        tested = frozenset(one for text in tests.values() for one in literals(text))
        refused = _refused(greens, tests, tested)
        sketch = rank(greens, refused=refused, tested=tested)
        if not sketch.order:
            return sketch
        likely = [greens[number] for number in sketch.order[:_MOST]]
        table = await _tried(likely, suite, tree, failing, passing, seconds)
    table = _renumbered(table, sketch.order[:_MOST])
    return rank(greens, refused=refused, tested=tested, table=table)


def _refused(
    greens: Sequence[Green], tests: Mapping[str, str], tested: frozenset[str]
) -> dict[int, str]:
    found = {}
    for number, green in enumerate(greens):
        blocked = [one for one in cheats(green.change, tests) if one.severity == "block"]
        if why := str(blocked[0]) if blocked else refusal(green, tested):
            found[number] = why
    return found


async def _tried(
    greens: Sequence[Green],
    suite: Suite,
    tree: Path,
    failing: Sequence[str],
    passing: Sequence[str],
    seconds: float,
) -> Table:
    before = {edit.path: edit.before or "" for green in greens for edit in green.change.edits}
    if not all(is_python(path) for path in before):
        return Table(notes=("only Python is tried on further inputs",))
    versions = [
        before,
        *({**before, **{e.path: e.after or "" for e in green.change.edits}} for green in greens),
        before,  # again, to learn what the original does not do the same way twice
    ]
    table = await probe(
        suite, tree, _places(greens, before), versions,
        failing=failing, passing=passing, seconds=seconds,
    )  # fmt: skip
    return steady(table, len(versions) - 1)


def _places(greens: Sequence[Green], before: Mapping[str, str]) -> list[Place]:
    """Return the functions to be watched: those touched, or all of a file touched elsewhere."""
    named = sorted({one for green in greens for one in green.functions if one[1]})
    outside = sorted({path for green in greens for path, name in green.functions if not name})
    named += [(path, name) for path in outside for name in functions(before[path])]
    return [
        Place(key=spot(path, name), path=path, function=name)
        for path, name in dict.fromkeys(named[:_PLACES])
    ]


def _renumbered(table: Table, order: Sequence[int]) -> Table:
    """Give versions the numbers that candidates have among all of them."""
    real = {0: 0, **{place + 1: number + 1 for place, number in enumerate(order)}}
    return Table(
        inputs=table.inputs,
        cells=tuple(c.model_copy(update={"version": real[c.version]}) for c in table.cells),
        examples=tuple(e.model_copy(update={"version": real[e.version]}) for e in table.examples),
        refused={real[v]: why for v, why in table.refused.items() if v in real},
        notes=table.notes,
    )
