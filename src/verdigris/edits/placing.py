"""Where the lines of a hunk stand in a file. Certain, or not at all.

A place counts only when no other would do as well. Lines are compared exactly first, then without
trailing white space, then with another indentation, provided that it differs in the same way on
every line. Line numbers are believed only where other hunks of the same patch prove them right:
models invent them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from itertools import groupby

from verdigris.edits.hunk import Hunk
from verdigris.edits.lines import Line

_INDENT = re.compile(r"^[ \t]*")
_SPACES = re.compile(r"\s+")
KEYS: tuple[Callable[[str], str], ...] = (
    str,
    str.rstrip,
    str.strip,
    lambda line: _SPACES.sub(" ", line.strip()),
)
"""Under which two lines are the same, strictest first."""
DIFFERS = ("", "trailing white space", "indentation", "white space")
Indents = dict[str, str]


class File:
    """A file's lines, with an index of where each stands under each key."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = list(lines)
        self.texts = [line.text for line in lines]

    @cached_property
    def _spots(self) -> list[dict[str, list[int]]]:
        return [{} for _ in KEYS]

    @cached_property
    def _keyed(self) -> list[list[str]]:
        return [[] for _ in KEYS]

    def keyed(self, level: int) -> list[str]:
        if not self._keyed[level]:
            self._keyed[level] = [KEYS[level](text) for text in self.texts]
        return self._keyed[level]

    def _index(self, level: int) -> dict[str, list[int]]:
        if not self._spots[level]:
            spots: dict[str, list[int]] = defaultdict(list)
            for i, key in enumerate(self.keyed(level)):
                spots[key].append(i)
            self._spots[level] = dict(spots)
        return self._spots[level]

    def find(self, old: Sequence[str], level: int) -> list[int]:
        """Return every line, from 0, at which the wanted lines stand one after the other."""
        if not old or len(old) > len(self.texts):
            return []
        index, keyed = self._index(level), self.keyed(level)
        wanted = [KEYS[level](line) for line in old]
        rarest = min(range(len(wanted)), key=lambda i: len(index.get(wanted[i], ())))
        starts = [spot - rarest for spot in index.get(wanted[rarest], ())]
        return [
            start
            for start in starts
            if start >= 0
            and keyed[start : start + len(wanted)] == wanted
            and (level < 2 or indents(old, self.texts[start : start + len(old)]) is not None)
        ]


def indents(hunk: Sequence[str], there: Sequence[str]) -> Indents | None:
    """Return which indentation of the hunk stands for which of the file; None if it is not one."""
    found: Indents = {}
    for said, real in zip(hunk, there, strict=True):
        if not said.strip():
            continue
        mine, its = indent_of(said), indent_of(real)
        if found.setdefault(mine, its) != its:
            return None
    return found


def indent_of(line: str) -> str:
    match = _INDENT.match(line)
    return match.group() if match else ""


@dataclass(frozen=True)
class Placed:
    hunk: Hunk
    at: int
    """The line its old lines begin at, from 0."""
    level: int = 0
    indents: Indents = field(default_factory=dict)


@dataclass(frozen=True)
class Nowhere:
    """A hunk without a place, and why; `spots` are the lines, from 1, that it could mean."""

    hunk: Hunk
    why: str
    spots: tuple[int, ...] = ()


def place_all(file: File, hunks: Sequence[Hunk], levels: range) -> list[Placed] | Nowhere:
    """Place every hunk of a patch, or say which one cannot be and why."""
    spots = [_spots(file, hunk, levels) for hunk in hunks]
    placed: list[Placed] = []
    proof = _proved(hunks, [starts for starts, _ in spots])
    for hunk, (starts, level) in zip(hunks, spots, strict=True):
        if not starts:
            return Nowhere(hunk, "its lines are not in the file")
        chosen = _chosen(file, hunk, starts, proof=proof)
        if chosen is None:
            return Nowhere(hunk, "", tuple(start + 1 for start in starts))
        if why := _too_weak(file, hunk, chosen):
            return Nowhere(hunk, why)
        known = indents(hunk.old, file.texts[chosen : chosen + len(hunk.old)]) if level > 1 else {}
        placed.append(Placed(hunk, chosen, level, known or {}))
    return placed


def _spots(file: File, hunk: Hunk, levels: range) -> tuple[list[int], int]:
    if not hunk.old:
        return ([0], 0) if not file.lines else ([], 0)
    for level in levels:
        if found := file.find(hunk.old, level):
            return found, level
    return [], 0


def _chosen(file: File, hunk: Hunk, starts: Sequence[int], *, proof: bool) -> int | None:
    if len(starts) == 1:
        return None if _rival(file, hunk, starts[0]) else starts[0]
    if hunk.heading:
        under = [start for start in starts if _heading_above(file, start, hunk.heading)]
        if len(under) == 1:
            return under[0]
    if proof and hunk.start is not None and hunk.start - 1 in starts:
        return hunk.start - 1
    return None


def _rival(file: File, hunk: Hunk, start: int) -> bool:
    """Tell whether a hunk names another place, which has its lines but for white space."""
    if hunk.start is None or hunk.start - 1 == start:
        return False
    return any(hunk.start - 1 == other for other in file.find(hunk.old, len(KEYS) - 1))


def _proved(hunks: Sequence[Hunk], spots: Sequence[Sequence[int]]) -> bool:
    """Tell whether the line numbers of a patch can be believed.

    They can when every hunk counts its lines rightly, the numbers of the new side follow from those
    of the old, and at least one hunk has a single place and it is the one it says.
    """
    shift, single = 0, 0
    for hunk, starts in zip(hunks, spots, strict=True):
        if not hunk.counted or hunk.start is None or hunk.start - 1 not in starts:
            return False
        if hunk.new_start != hunk.start + shift:
            return False
        shift += len(hunk.new) - len(hunk.old)
        single += len(starts) == 1
    return single > 0


def _heading_above(file: File, start: int, heading: str) -> bool:
    """Tell whether the nearest line above that could be a heading is the one the hunk names."""
    wanted = heading.strip()
    indent = None
    for i in range(start - 1, -1, -1):
        line = file.texts[i]
        if line.strip().startswith(wanted[:60]):
            return True
        deep = len(indent_of(line))
        # A definition that is not indented ends what stands above it.
        if line.strip() and deep == 0 and indent is not None and line[0].isalpha():
            return False
        indent = deep if line.strip() else indent
    return False


def _too_weak(file: File, hunk: Hunk, at: int) -> str:
    """Return why a place is not good enough although the lines stand there."""
    old = hunk.old
    if not file.lines:
        return ""
    agrees = hunk.start is not None and hunk.counted and hunk.start - 1 == at
    context = [text for mark, text in hunk.ops if mark == " " and text.strip()]
    removed = [text for mark, text in hunk.ops if mark == "-" and text.strip()]
    if not context and len(removed) < 2 and not agrees and len(old) < len(file.lines):
        return "it has no unchanged lines around the changed ones"
    if sum(c.isalnum() for text in old for c in text) < 4 and not agrees:
        return "the lines around it say too little"
    if not hunk.counted:
        for run in runs(hunk):
            # A neighbour may be missing only at the edge of the file: else a lost line beside it
            # would move what is inserted. An empty line is no neighbour, since there are so many.
            above = any(mark != "+" and text.strip() for mark, text in hunk.ops[: run.first])
            below = any(mark != "+" and text.strip() for mark, text in hunk.ops[run.last :])
            top, bottom = at == 0, at + len(old) == len(file.lines)
            if run.inserts and not ((above or top) and (below or bottom)):
                return "what it inserts needs an unchanged line before and after it"
    return ""


@dataclass(frozen=True)
class Run:
    """Changed lines of a hunk that stand together."""

    first: int
    last: int
    removed: tuple[str, ...]
    added: tuple[str, ...]

    @property
    def inserts(self) -> bool:
        """Whether lines are added that do not each stand for one like it that goes."""
        pairs = zip(self.removed, self.added, strict=False)
        return len(self.added) > len(self.removed) or any(
            SequenceMatcher(None, a.strip(), b.strip(), autojunk=False).ratio() < 0.5
            for a, b in pairs
        )


def runs(hunk: Hunk) -> Iterator[Run]:
    at = 0
    for calm, group in groupby(hunk.ops, key=lambda op: op[0] == " "):
        ops = list(group)
        if not calm:
            removed = tuple(text for mark, text in ops if mark == "-")
            added = tuple(text for mark, text in ops if mark == "+")
            yield Run(at, at + len(ops), removed, added)
        at += len(ops)
