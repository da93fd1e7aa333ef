"""Where a hunk belongs although lines around the change differ. The judge over git and patch.

Every removed line must stand there, but for white space, and every inserted line must have both
its neighbours. Of all places in the file exactly one may fulfil this: a second one, however
unlikely, means that nobody knows.
"""

from __future__ import annotations

from collections.abc import Sequence

from verdigris.edits.hunk import Hunk
from verdigris.edits.placing import KEYS, File, Nowhere, Placed, runs

_LEVEL = 1
"""Trailing white space may differ too; more than two kinds of doubt at once is too many."""


def place_loosely(file: File, hunks: Sequence[Hunk]) -> list[Placed] | Nowhere:
    placed: list[Placed] = []
    for hunk in hunks:
        spots = [at for at in _candidates(file, hunk) if _fits(file, hunk, at)]
        if len(spots) > 1:
            return Nowhere(hunk, "", tuple(spot + 1 for spot in spots))
        if not spots:
            return Nowhere(hunk, "its lines are not in the file")
        placed.append(Placed(hunk, spots[0]))
    return placed


def _candidates(file: File, hunk: Hunk) -> list[int]:
    """Return where the first line that must stand there would put the hunk."""
    run = next(runs(hunk))
    # The first removed line, or the one above the first inserted ones.
    at = sum(mark != "+" for mark, _ in hunk.ops[: run.first]) - (not run.removed)
    if not 0 <= at < len(hunk.old):
        return []
    return [spot - at for spot in file.find([hunk.old[at]], _LEVEL) if spot >= at]


def _fits(file: File, hunk: Hunk, at: int) -> bool:
    """Tell whether the changed lines, and enough of the rest, stand at a line."""
    old = hunk.old
    there = file.texts[at : at + len(old)]
    if len(there) < len(old) or not old:
        return False
    key = KEYS[_LEVEL]
    same = [key(mine) == key(its) for mine, its in zip(old, there, strict=True)]
    if not _anchored(hunk, same):
        return False
    told = [ok for mine, ok in zip(old, same, strict=True) if mine.strip()]
    return sum(told) * 2 > len(told) and sum(told) > 1


def _anchored(hunk: Hunk, same: Sequence[bool]) -> bool:
    at = 0
    for mark, _ in hunk.ops:
        if mark == "-" and not same[at]:
            return False
        at += mark != "+"
    for run in runs(hunk):
        if run.inserts:
            above = sum(mark != "+" for mark, _ in hunk.ops[: run.first]) - 1
            below = above + len(run.removed) + 1
            if above < 0 or below >= len(same) or not (same[above] and same[below]):
                return False
            if not (hunk.old[above].strip() and hunk.old[below].strip()):
                return False  # an empty line says nothing about where
    return True
