"""One hunk of a diff, and all hunks of one file, as values; and how a hunk may be cut in pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

Op = tuple[str, str]
"""` `, `-` or `+`, and a line without its end."""
_LONGEST = 300
"""Lines of a hunk that is still tried in pieces."""


@dataclass(frozen=True)
class Hunk:
    ops: tuple[Op, ...]
    start: int | None = None
    """The line it says it begins at, from 1; None where it does not say."""
    new_start: int | None = None
    counted: bool = False
    """Whether its header says how many lines it has, and says so rightly."""
    heading: str = ""
    """What stands after the second `@@`: the function around it, as git writes it."""
    gaps: frozenset[int] = frozenset()
    """Indexes of lines before which the answer says that lines are left out."""
    old_unended: bool = False
    new_unended: bool = False
    """Whether it says that the old, the new text ends without a newline."""

    @property
    def old(self) -> list[str]:
        return [text for mark, text in self.ops if mark != "+"]

    @property
    def new(self) -> list[str]:
        return [text for mark, text in self.ops if mark != "-"]

    @property
    def changes(self) -> bool:
        return any(mark != " " for mark, _ in self.ops)


@dataclass(frozen=True)
class FilePatch:
    old: str | None
    """The path before, as written; None where the file is new, empty where none is named."""
    new: str | None
    hunks: tuple[Hunk, ...] = ()
    renames: bool = False
    """Whether it says so; two names alone may just be oddly written."""


def pieces(hunk: Hunk) -> Iterator[list[Hunk]]:
    """Yield ways to read a hunk as several, cut where lines may have been left out.

    First at the places it names. Else between two context lines, one cut at a time: a cut beside a
    changed line is never made, since a missing line there may be one that was to go.
    """
    if hunk.gaps:
        yield _cut(hunk, sorted(hunk.gaps))
        return
    for i in range(1, len(hunk.ops) if len(hunk.ops) <= _LONGEST else 0):
        before, after = hunk.ops[:i], hunk.ops[i:]
        calm = before[-1][0] == after[0][0] == " "
        if calm and _has_change(before) and _has_change(after):
            yield _cut(hunk, [i])


def _cut(hunk: Hunk, spots: Sequence[int]) -> list[Hunk]:
    edges = [0, *spots, len(hunk.ops)]
    parts = [hunk.ops[a:b] for a, b in pairwise(edges)]
    blank = replace(hunk, start=None, new_start=None, counted=False, gaps=frozenset())
    # The heading is what stands above the first of them, so it says nothing about the others.
    made = [
        replace(blank, ops=ops, heading="" if i else hunk.heading) for i, ops in enumerate(parts)
    ]
    return [part for part in made if part.changes]


def _has_change(ops: Sequence[Op]) -> bool:
    return any(mark != " " for mark, _ in ops)
