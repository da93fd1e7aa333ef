"""One or two ideas that are tried together, the texts they come to, and how far a search is."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verdigris.repair.idea import Idea, Splice, splice


@dataclass(frozen=True)
class Candidate:
    """One or two ideas that are tried together, and what became of them."""

    ideas: tuple[Idea, ...]
    score: float
    texts: Mapping[str, str]
    """The files it changes, as it leaves them."""
    won: int = 0
    mends: bool = False
    """It makes the failure at hand pass."""
    number: int = 0
    """As which of all it was tried."""

    @property
    def operators(self) -> tuple[str, ...]:
        return tuple(idea.operator for idea in self.ideas)

    @property
    def what(self) -> str:
        return " and ".join(f"{i.what} at {i.path}:{i.line}" for i in self.ideas)


@dataclass(frozen=True)
class Progress:
    """How far a search is, for people."""

    tried: int
    waiting: int
    greens: int
    first: int
    """As which candidate the first green one was tried; 0 as long as there is none."""
    won: int
    seconds: float


def changed_texts(files: Mapping[str, str], ideas: Sequence[Idea]) -> dict[str, str] | None:
    """Return the changed files; None where two ideas are about the same characters."""
    by_path: dict[str, list[Splice]] = {}
    for idea in ideas:
        by_path.setdefault(idea.path, []).extend(idea.splices)
    texts = {}
    for path, splices in by_path.items():
        splices.sort()
        if any(one.end > other.start for one, other in itertools.pairwise(splices)):
            return None
        if any(one[:2] == other[:2] for one, other in itertools.pairwise(splices)):
            return None
        texts[path] = splice(files[path], splices)
    return texts
