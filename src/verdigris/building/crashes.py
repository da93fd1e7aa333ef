"""Calls that end in an error with every candidate, though the goal asks for none. Pure.

A test that no candidate passes is not trusted: what it expects is most likely wrong. But that calls
end in an error which tests of several answers thought of says something of the code, whatever the
right result would be; so it is worth another question, and a line in the report.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verdigris.building.agreement import NOBODY, WITNESSES
from verdigris.building.claims import call_in
from verdigris.core.building import Quarantined
from verdigris.core.text import one_line

_MOST = 4
_FAULT = re.compile(r"(?P<kind>[A-Z]\w*(?:Error|Exception|Iteration))\b")
_OF_THE_TEST = (
    "AssertionError", "NameError", "ReferenceError", "ImportError", "ModuleNotFoundError",
    "SyntaxError", "FileNotFoundError", "NotImplementedError",
)  # fmt: skip
"""What a wrong test raises of itself, or an assertion that does not hold."""
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
        fault = _FAULT.match(said)
        call = call_in(one.check.body)
        if nobody != NOBODY or not fault or not call or one.check.origin != "criterion":
            continue
        if fault["kind"] in _OF_THE_TEST or fault["kind"] in goal or _WRONGLY_CALLED.search(said):
            continue
        answers.setdefault(fault["kind"], set()).add(one.check.sample)
        found.setdefault(f"{one_line(call, 120)}: {one_line(said, 100)}", fault["kind"])
    return tuple(
        said
        for said, kind in found.items()
        if kind not in _OF_ITS_VALUES or len(answers[kind]) >= WITNESSES
    )[:_MOST]
