"""What tests were seen to do: the lines each ran, and the types that passed through functions.

Made by `suites/spectrum.py`, read by `repair/`. Never stored: what it amounts to is a `Localised`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Lines = Mapping[str, frozenset[int]]
"""Path, relative to the project, to the lines that ran."""


@dataclass(frozen=True)
class Seen:
    """What one test was seen to run."""

    id: str
    lines: Lines
    last: tuple[tuple[str, int], ...] = ()
    """Of a test that did not come to its end: the lines it reached last, the last one last."""


@dataclass(frozen=True)
class TypeSeen:
    """A variable of a function, and the name of a type it was seen to have."""

    path: str
    line: int
    """Where the function's definition begins, decorators included."""
    variable: str
    """`return` for what it returned, `self.items` for what its object holds."""
    type: str


@dataclass(frozen=True)
class Observed:
    tests: tuple[Seen, ...] = ()
    loading: Lines = field(default_factory=dict)
    """What loading the modules ran, whichever test came first."""
    types: tuple[TypeSeen, ...] = ()
    trouble: str = ""
    """Why less was seen than was asked for; empty when all was."""
    seconds: float = 0.0
