"""What the planner made of the task, and the code that the proposers should look at."""

from __future__ import annotations

from verdigris.core.value import Value


class Plan(Value):
    summary: str
    """What seems wrong and what to do, in a few plain sentences."""
    words: tuple[str, ...] = ()
    """Names worth looking for in the code."""
    by: str = "rules"
    """The model that planned, or `rules` when none was asked."""


class Place(Value):
    """A function, class or file that may hold the fault."""

    path: str
    name: str = ""
    """Dotted name inside the file; empty for the whole file."""
    line: int = 1
    end: int = 1
    score: float = 0.0
    reason: str = ""


class Shown(Value):
    """What a model is shown of a failure, as text."""

    test: str
    failure: str
    code: str
    language: str = "python"
    """Of the test, as fences call it."""
    left_out: tuple[str, ...] = ()
    """What did not fit, in words; the text says so in its place as well."""
