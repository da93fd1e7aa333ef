"""What versions of a function did with the same inputs: a table of inputs and cells.

Filled by `suites/probe` from what a plugin saw inside the sandbox; read by `repair/properties`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from pydantic import Field

from verdigris.core.value import Value

ORIGINAL = 0
"""The version that the project has now; the others are candidates, in the order they were given."""

Status = Literal["value", "raise", "hang", "died", "unusable"]


class Input(Value):
    """The arguments of one call that every version was asked to make."""

    n: int = Field(ge=0)
    place: str
    """Which function, as `core.repair.spot` names it."""
    call: int = Field(ge=0)
    """Which of the calls seen in the tests it is, or is made from."""
    how: str = "seen"
    """`seen`, or how it differs from that call: `plus one`, `reversed` …"""
    arg: int = -1
    """Which argument differs; -1 for none."""
    odd: bool = False
    """Whether it breaks a rule that all the calls seen kept, such as never being negative."""
    failing: bool = False
    """Whether only tests that fail made the call; else it is near what is known to work."""
    types: tuple[str, ...] = ()
    lengths: tuple[int, ...] = ()
    """Of each argument; -1 where it has none."""
    digests: tuple[str, ...] = ()
    shown: str = ""


class Cell(Value):
    """What one version did with one input."""

    n: int = Field(ge=0)
    version: int = Field(ge=0)
    status: Status
    digest: str = ""
    """Of all that a caller sees: the result, the arguments afterwards, what was printed."""
    result: str = ""
    """Digest of the result alone."""
    type: str = ""
    """Of the result, or of the exception."""
    number: float | None = None
    length: int | None = None
    marks: tuple[str, ...] = ()
    """What is true of the result: `sorted`, `member` of an argument, `permutation` of one …"""
    mutated: tuple[int, ...] = ()
    """Arguments that were changed by the call."""
    again: str = ""
    """Digest of the result when the result is put in again."""
    shown: str = ""

    @property
    def seen(self) -> str:
        """What a caller could tell versions apart by."""
        return self.digest if self.status in ("value", "raise") else self.status


class Examples(Value):
    """How a version fared with the examples in docstrings."""

    version: int = Field(ge=0)
    passed: int = Field(0, ge=0)
    failed: int = Field(0, ge=0)


class Table(Value):
    inputs: tuple[Input, ...] = ()
    cells: tuple[Cell, ...] = ()
    examples: tuple[Examples, ...] = ()
    refused: dict[int, str] = Field(default_factory=dict)
    """Versions that could not be tried, and why."""
    notes: tuple[str, ...] = ()
    """What was not probed, and why."""

    @cached_property
    def by_version(self) -> dict[int, dict[int, Cell]]:
        """Version to input to cell."""
        found: dict[int, dict[int, Cell]] = {}
        for cell in self.cells:
            found.setdefault(cell.version, {})[cell.n] = cell
        return found
