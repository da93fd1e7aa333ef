"""A small edit of one file, not made yet: where, what, by which operator, and how likely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Splice(NamedTuple):
    """Characters `start` to `end` of a text become `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Idea:
    path: str
    splices: tuple[Splice, ...]
    """In rising order, none overlapping another."""
    operator: str
    """Which operator had it: `compare.other`, or `template:3f2a` for a learned one."""
    line: int
    function: str
    """Dotted name of the function it is in; empty for code of the module itself."""
    weight: float
    """How likely it is, given that the fault is in this line: the operator's prior times how well
    the ingredient fits. The search multiplies it by the line's suspicion."""
    what: str
    """For people: `` `<` becomes `<=` ``."""

    def apply(self, text: str) -> str:
        return splice(text, self.splices)


def splice(text: str, splices: Sequence[Splice]) -> str:
    """Return a text with splices made, which come in rising order."""
    for one in reversed(splices):
        text = text[: one.start] + one.text + text[one.end :]
    return text


Scored = tuple[float, Idea]
"""An idea with how likely it is: its weight times the suspicion of its line."""
