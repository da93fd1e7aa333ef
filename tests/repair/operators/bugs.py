"""The table of faults: right programs, and each with one fault in it. Data only, never run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import bugs_beside_others
import bugs_in_algorithms
import bugs_in_objects
import bugs_in_text_and_data
import bugs_of_other_kinds

from verdigris.core.repair import Suspect
from verdigris.repair.idea import Idea
from verdigris.repair.operators import Ideas
from verdigris.repair.source import FUNCTIONS, Source

TABLES = (
    bugs_in_algorithms,
    bugs_in_text_and_data,
    bugs_in_objects,
    bugs_of_other_kinds,
    bugs_beside_others,
)
PATH = "shop.py"


class Bug(NamedTuple):
    operator: str
    right: str
    wrong: str
    what: str


def bugs() -> Iterator[Bug]:
    for table in TABLES:
        for right, rows in table.PROGRAMS:
            for operator, good, bad in rows:
                assert right.count(good) == 1, f"not exactly once: {good!r}"
                assert good != bad
                yield Bug(operator, right, right.replace(good, bad), f"{bad.strip()} <- {good}")


def suspects_of(bug: Bug, source: Source) -> list[Suspect]:
    """Return the lines of the function that holds the fault, all of them as suspicious."""
    pairs = zip(bug.right, bug.wrong, strict=False)
    at = next((i for i, (one, other) in enumerate(pairs) if one != other), len(bug.wrong) - 1)
    functions = [node for node in ast.walk(source.tree) if isinstance(node, FUNCTIONS)]
    # What is missing at the end of a function is missing before the first line that differs.
    for line in (source.line_at(at), source.line_at(at) - 1, source.line_at(at) + 2):
        for function in functions:  # outermost first
            first, last = source.first_line(function), function.end_lineno or 0
            if first <= line <= last:
                return [Suspect(path=PATH, line=n, score=1.0) for n in range(first, last + 1)]
    raise AssertionError(f"in no function: {bug.what}")


def ideas(*about: Any, **limits: int) -> list[Idea]:
    """Return all that a stream of ideas comes to."""
    return [idea for _, idea in Ideas(*about, **limits)]


def rank(bug: Bug, found: Sequence[Idea]) -> int | None:
    """Return the place of the idea that makes the program right again, from 1 on."""
    looks, tree = _squeezed(bug.right), ast.dump(ast.parse(bug.right))
    for number, idea in enumerate(found, 1):
        text = idea.apply(bug.wrong)
        if _squeezed(text) == looks and ast.dump(ast.parse(text)) == tree:
            return number
    return None


def _squeezed(text: str) -> str:
    """Return what is left of a text without what may be written in several ways."""
    return re.sub(r"[\s()'\"]", "", text)
