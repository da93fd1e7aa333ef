"""What speaks for and against a candidate, in points, each with its reason in words.

Pure. The figures were set by hand on thirty of the situations in `benchmarks/choice.py`; what
matters is their order of size, not their last digit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from verdigris.core.probe import Examples
from verdigris.core.text import count
from verdigris.repair.choosing.edit_shape import Shape
from verdigris.repair.choosing.green import Green
from verdigris.repair.choosing.properties import Behaviour

_TRIVIAL = {repr(value) for value in (0, 1, -1, 2, None, True, False, "", b"", 0.0, 1.0)} | {
    "[]", "()", "{}", "set()",
}  # fmt: skip
"""Literals that an honest fix compares with or returns."""

TOKEN, MOST_TOKENS = -0.15, -1.5
USUAL, LEAST_USUAL = 0.35, -1.5
DELETES, SETTLES, ANSWERS, DROPS, SINGLES_OUT, BORROWS = -1.5, -2.0, -2.0, -0.7, -1.0, -1.5
PATCHES, OFFSET, TRUTHS, IGNORES, ONCE = -0.25, -0.6, -2.0, -1.5, -2.0
ALIKE = 0.5
AGREES, CHANGES, RAISES, RAISES_MORE, MISTYPES = 2.0, -1.5, -0.5, -2.0, -2.0
SAME, SAME_MOST = 0.1, 0.4
_CROWD = 4
LOSES, LOSES_MOST = -0.7, -2.1
ABRUPT, CONSTANT, EXAMPLES = -3.0, -3.0, -4.0


@dataclass
class Points:
    total: float = 0.0
    reasons: list[str] = field(default_factory=list)
    """What speaks for a candidate."""
    objections: list[str] = field(default_factory=list)
    """What speaks against it, beside the others."""
    doubts: list[str] = field(default_factory=list)
    """What speaks against it even where there is no other."""

    def favour(self, points: float, reason: str = "") -> None:
        self.total += points
        if reason:
            self.reasons.append(reason)

    def object(self, points: float, reason: str = "") -> None:
        self.total += points
        if reason:
            self.objections.append(reason)

    def doubt(self, points: float, reason: str) -> None:
        self.total += points
        self.doubts.append(reason)


def refusal(green: Green, tested: Collection[str]) -> str:
    """Return why a candidate is no fix at all; nothing when it may be one.

    `tested` are the literals of the tests, as `repr` shows them.
    """
    for old, new in green.shapes:
        borrowed = _borrowed(old, new, tested)
        for shown in _added(old.equalities, new.equalities):
            if shown in borrowed:
                return f"it makes a special case of {shown}, which is in the tests"
        for shown in _added(old.literal_returns, new.literal_returns):
            if shown in borrowed:
                return f"it returns {shown}, which is in the tests"
    return ""


def _borrowed(old: Shape, new: Shape, tested: Collection[str]) -> frozenset[str]:
    """Return the literals that a change has from the tests and not from the code."""
    return (new.literals - old.literals - _TRIVIAL) & frozenset(tested)


def by_text(green: Green, greens: Sequence[Green], tested: Collection[str]) -> Points:
    """Judge a candidate by what it changes, beside the others."""
    points = Points()
    sizes = [one.size for one in greens]
    points.object(max(TOKEN * (green.size - min(sizes)), MOST_TOKENS))
    if green.size == min(sizes) < max(sizes):
        points.favour(0, "smallest edit")
    heaviest = max(one.weight for one in greens)
    if 0 < green.weight < heaviest:
        points.object(max(USUAL * math.log(green.weight / heaviest), LEAST_USUAL))
    elif green.weight == heaviest and any(one.weight < heaviest for one in greens):
        points.favour(0, "likeliest edit")
    if _patches(green) and not all(map(_patches, greens)):
        points.object(PATCHES, "puts a call around a value, where others change what was there")
    offset = any(new.offsets > old.offsets for old, new in green.shapes)
    # A boundary elsewhere is another explanation, not a better way to say the same.
    if offset and any(_moves_boundary(one) for one in greens if one.functions & green.functions):
        points.object(OFFSET, "moves a number by one, where another moves the boundary")
    for old, new in green.shapes:
        _by_shape(old, new, points)
        if borrowed := _borrowed(old, new, tested):
            points.doubt(BORROWS, f"has {min(borrowed)} from the tests")
    return points


def _patches(green: Green) -> bool:
    return any(new.patches > old.patches for old, new in green.shapes)


def _moves_boundary(green: Green) -> bool:
    """Tell whether all of a change is one `<` that becomes `<=`, or the like."""
    moved = [
        {*(old.bounds - new.bounds), *(new.bounds - old.bounds)} for old, new in green.shapes
    ]  # fmt: skip
    return green.size == 1 and moved in ([{"<", "<="}], [{">", ">="}])


def _by_shape(old: Shape, new: Shape, points: Points) -> None:
    if new.statements < old.statements:
        points.doubt(DELETES, "deletes a statement")
    elif new.conditions < old.conditions:
        points.object(DROPS, "drops a condition")
    if new.settled > old.settled:
        points.doubt(SETTLES, "a condition does not depend on anything any more")
    if new.reckoned_truths > old.reckoned_truths:
        points.doubt(TRUTHS, "reckons with a truth value")
    if new.unread > old.unread:
        points.doubt(IGNORES, "an argument is not used any more")
    if new.single > old.single:
        points.doubt(ONCE, "a loop never comes round")
    more_literals = len(new.literal_returns) > len(old.literal_returns)
    if more_literals and new.computed_returns < old.computed_returns:
        points.doubt(ANSWERS, "returns a constant where it computed")
    if special := [one for one in _added(old.equalities, new.equalities) if one not in _TRIVIAL]:
        points.doubt(SINGLES_OUT, f"makes a special case of {special[0]}")
    added, gone = new.expressions - old.expressions, old.expressions - new.expressions
    alike = any(old.expressions[one] for one in added)
    if alike and not any(new.expressions[one] for one in gone):
        points.favour(ALIKE, "compares as other code of the file does")


def by_behaviour(
    own: Behaviour, others: Collection[Behaviour], peers: Collection[Behaviour], points: Points
) -> None:
    """Judge a candidate by what it did with further inputs, beside the others.

    How much it changes is compared with its peers alone, which change the same code.
    """
    every = [own, *peers]
    ways = len({one.group for one in (own, *others)})
    if ways > 2:
        # Of two that differ either may be right; of many the crowd is mostly right.
        points.favour(AGREES * own.agreement * min(ways - 2, _CROWD) / _CROWD)
    if own.same:
        told = f"does the same as {own.same} of {count(len(others), 'other')}"
        points.favour(min(SAME * own.same, SAME_MOST), told)
    if more := own.changed - min(one.changed for one in every):
        points.object(CHANGES * more, "changes more than others near passing tests")
    if more := own.raises - min(one.raises for one in every):
        points.object(RAISES + RAISES_MORE * more, "raises where others have a result")
    if more := own.mistyped - min(one.mistyped for one in every):
        points.doubt(MISTYPES * more, "returns what it is not annotated to")
    if own.abrupt and not (others and all(one.abrupt for one in others)):
        points.doubt(ABRUPT, "hangs or dies on further inputs")
    if own.constant:
        points.doubt(CONSTANT, "gives the same result whatever goes in")
    _by_habits(own.lost, points)


def _by_habits(lost: Mapping[str, float], points: Points) -> None:
    if not lost:
        return
    loss = max(LOSES * sum(lost.values()), LOSES_MOST)
    strongest = max(lost, key=lost.__getitem__)
    # Another type is strange by itself; the rest may be what had to change.
    against = points.doubt if strongest.startswith("it returns") else points.object
    against(loss, f"no longer holds: {strongest}")


def by_examples(version: int, examples: Mapping[int, Examples], points: Points) -> None:
    """Judge a candidate by the examples in docstrings."""
    own = examples.get(version)
    if own is None or not own.passed + own.failed:
        return
    least = min(one.failed for one in examples.values())
    if own.failed > least:
        points.doubt(EXAMPLES, "contradicts an example in the docstring")
    elif any(one.failed > least for one in examples.values()):
        points.favour(0, "agrees with the docstring's examples")


def _added(old: Collection[str], new: Collection[str]) -> list[str]:
    return list((Counter(new) - Counter(old)).elements())
