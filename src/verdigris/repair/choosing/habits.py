"""Habits of a function, read from a table of calls: what was true of its results again and again.

Pure. A habit is looked for on instances, one input or a call and a variant of it, and is only
learned near inputs of passing tests: near the failing ones the original is no example. A fix is
expected to have it there as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verdigris.core.probe import Cell, Input, Table

Cells = Mapping[int, Cell]
Habit = tuple[str, str]
"""The function, and the habit in words."""
Key = tuple[int, ...]
"""The inputs it was looked for on."""
_ENDS = "it ends with a"
_OFTEN, _WEAK = 8, 0.5
"""How often it must be seen if only one call shows it, and what it then counts."""
_PLAIN = (_ENDS, "it leaves", "it returns")
"""Habits that a single call, varied, can show; the others need two."""
_SHOWN = 4
"""Times that a habit must be seen before it is one."""
_PERMUTED = ("reversed", "rotated", "in order")
_LONG = ("sorted", "distinct")
"""Marks that say nothing of results with less than two elements."""
_MARKS = {
    "sorted": "its result is in order",
    "member": "its result is an element of an argument",
    "argument": "its result is one of its arguments",
    "permutation": "its result has the elements of an argument",
    "inside": "its result lies between the numbers that go in",
    "not negative": "its result is not negative",
    "distinct": "its result has no element twice",
}


def lost_habits(table: Table, original: Cells, cells: Cells) -> dict[Habit, float]:
    """Return the habits that the original has and another version has not, with their strength."""
    calls = {one.n: one.call for one in table.inputs if not one.failing}
    before, after = _instances(table, original), _instances(table, cells)
    found = {}
    for habit, seen in before.items():
        near = {key: held for key, held in seen.items() if key[-1] in calls}
        strength = _strength(habit, near, calls)
        if strength and _is_lost(habit, seen, after.get(habit, {}), cells):
            found[habit] = strength
    return found


def _strength(habit: Habit, seen: Mapping[Key, bool], calls: Mapping[int, int]) -> float:
    """Return 1 for what was seen often and in several calls, less for less, 0 for no habit."""
    if len(seen) < _SHOWN or not all(seen.values()):
        return 0.0
    if len({calls[key[-1]] for key in seen}) > 1 or habit[1].startswith(_PLAIN):
        return 1.0
    return _WEAK if len(seen) >= _OFTEN else 0.0


def _is_lost(
    habit: Habit, seen: Mapping[Key, bool], after: Mapping[Key, bool], cells: Cells
) -> bool:
    """Tell whether a habit is given up where the original had it, or missing where looked for.

    Of what a version returns only those calls tell that return at all.
    """
    ends = habit[1].startswith(_ENDS)
    tell = {n for n, cell in cells.items() if ends or cell.status == "value"}
    held = [key for key, holds in seen.items() if holds and tell.issuperset(key)]
    return not all(after.get(key, False) for key in held) or not all(after.values())


def _instances(table: Table, cells: Cells) -> dict[Habit, dict[Key, bool]]:
    """Return where each habit was looked for, and whether it held there."""
    found: dict[Habit, dict[Key, bool]] = {}
    near = [one for one in table.inputs if not one.odd]
    bases = {(one.place, one.call): one for one in table.inputs if one.how == "seen"}
    for one in near:
        cell = cells.get(one.n)
        if cell is None:
            continue
        rows: list[tuple[Key, str, bool]] = [((one.n,), *row) for row in _alone(one, cell)]
        base = bases.get((one.place, one.call))
        if base is not None and base is not one and base.n in cells:
            rows += [((base.n, one.n), *row) for row in _beside(one, cell, cells[base.n])]
        for key, habit, holds in rows:
            found.setdefault((one.place, habit), {})[key] = holds
    return found


def _alone(one: Input, cell: Cell) -> Iterator[tuple[str, bool]]:
    """Yield what is true of a single call, and what is not."""
    yield f"{_ENDS} {cell.type if cell.status == 'raise' else cell.status}", True
    if cell.status != "value":
        return
    for arg in range(len(one.types)):
        yield f"it leaves argument {arg + 1} alone", arg not in cell.mutated
    # From `//` to `/` is a fix as often as not.
    yield f"it returns {'number' if cell.type in ('int', 'float') else cell.type}", True
    for mark, habit in _MARKS.items():
        if mark not in _LONG or (cell.length or 0) > 1:
            yield habit, mark in cell.marks
    for arg, (kind, length) in enumerate(zip(one.types, one.lengths, strict=False)):
        if cell.length is not None and length >= 0:
            yield f"its result is as long as argument {arg + 1}", cell.length == length
        yield f"its result is of the type of argument {arg + 1}", cell.type == kind
    if cell.again:
        yield "doing it twice changes nothing", cell.again == cell.result
        yield "doing it twice undoes it", cell.again == one.digests[0]


def _beside(one: Input, cell: Cell, base: Cell) -> Iterator[tuple[str, bool]]:
    """Yield what is true of a variant beside the call it was made from."""
    if cell.status != "value" or base.status != "value":
        return
    argument = f"argument {one.arg + 1}"
    if one.how in _PERMUTED:
        yield f"the order of {argument} does not matter", cell.result == base.result
    if cell.number is None or base.number is None:
        return
    if one.how in ("plus one", "minus one"):
        grown = (cell.number - base.number) * (1 if one.how == "plus one" else -1)
        yield f"it grows with {argument}", grown >= 0
        yield f"it shrinks with {argument}", grown <= 0
    if one.how == "negated":
        yield f"the sign of {argument} does not matter", cell.number == base.number
        yield f"the sign of its result is that of {argument}", cell.number == -base.number
