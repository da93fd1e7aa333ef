"""Calls that end in an error which the goal does not ask for, with all candidates or some. Pure.

A test that no candidate passes is not trusted: what it expects is most likely wrong. But that calls
end in an error which tests of several answers thought of says something of the code, whatever the
right result would be; so it is worth another question, and a line in the report. Where one
candidate answers such a call and another falls over it, that speaks against the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verdigris.building.agreement import NOBODY, WITNESSES
from verdigris.building.claims import call_in
from verdigris.building.matrix import Matrix
from verdigris.building.probing import voices
from verdigris.core.building import Check, Quarantined
from verdigris.core.text import one_line

_MOST = 4
_FAULT = re.compile(r"(?P<kind>[A-Z]\w*(?:Error|Exception|Iteration))\b")
_OF_THE_TEST = (
    "NameError", "ReferenceError", "ImportError", "ModuleNotFoundError", "SyntaxError",
    "FileNotFoundError", "NotImplementedError",
)  # fmt: skip
"""What a wrong test raises of itself."""
_OF_ITS_VALUES = ("TypeError", "AttributeError", "ValueError")
"""What wrong values in a test raise as well: there, one answer is not enough."""
_WRONGLY_CALLED = re.compile(
    r"(positional|keyword|required) argument|is not (a function|a constructor|callable)"
)


def crashes(quarantined: Sequence[Quarantined], goal: str) -> tuple[str, ...]:
    """Return the calls with their errors, in words.

    An error whose kind the goal names is asked for. Where the values may be to blame, tests of two
    answers must run into it.
    """
    found: dict[str, str] = {}
    answers: dict[str, set[int]] = {}
    for one in quarantined:
        nobody, _, said = one.reason.partition(": ")
        call = call_in(one.check.body)
        if nobody != NOBODY or not call or one.check.origin != "criterion":
            continue
        if kind := _unasked(said, goal):
            answers.setdefault(kind, set()).add(one.check.sample)
            found.setdefault(f"{one_line(call, 120)}: {one_line(said, 100)}", kind)
    return tuple(
        said
        for said, kind in found.items()
        if kind not in _OF_ITS_VALUES or len(answers[kind]) >= WITNESSES
    )[:_MOST]


def stumbling(matrix: Matrix, checks: Sequence[Check], goal: str) -> Matrix:
    """Return the matrix with how many tests of a model each candidate ends with an unasked error,
    where another passes them that meets as many examples of the goal as any.
    """
    answered = frozenset[str]().union(*(matrix.passes[one] for one in voices(matrix, checks)))
    asked = {check.name for check in checks if check.origin == "criterion"} & answered
    stumbles = tuple(
        sum(1 for name, line in said.items() if name in asked and _unasked(line, goal))
        for said in matrix.said
    )
    return matrix.model_copy(update={"stumbles": stumbles})


def is_of_the_test(said: str) -> bool:
    """Tell whether a test ended as one does that is wrong in itself, whatever the code."""
    fault = _FAULT.match(said)
    if fault is None:
        return False
    wrongly_called = fault["kind"] == "TypeError" and _WRONGLY_CALLED.search(said)
    return fault["kind"] in _OF_THE_TEST or bool(wrongly_called)


def _unasked(said: str, goal: str) -> str:
    """Return the kind of error that a call ended with; nothing for one that the goal names, that is
    the test's own, or where only the assertion does not hold.
    """
    fault = _FAULT.match(said)
    if fault is None or fault["kind"] == "AssertionError" or fault["kind"] in goal:
        return ""
    return "" if is_of_the_test(said) else fault["kind"]
