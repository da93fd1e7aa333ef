"""What is written to have several objects in place of one means what it says."""

from __future__ import annotations

from textwrap import indent

import pytest

from verdigris.core.repair import Localised, Suspect
from verdigris.repair.operators import OPERATORS, Ideas
from verdigris.repair.source import Source


def ideas_for(text: str, family: str) -> list[str]:
    lines = range(1, text.count("\n") + 1)
    suspects = [Suspect(path="a.py", line=line, score=1.0) for line in lines]
    priors = {one.name: float(one.name.startswith(family)) for one in OPERATORS}
    found = Ideas(Source("a.py", text), suspects, Localised(), priors)
    return [idea.apply(text) for _, idea in found]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dict.fromkeys('ab', [key])", "{key_: [key] for key_ in 'ab'}"),
        ("dict.fromkeys(key, [])", "{key_: [] for key_ in key}"),
        ("[[_]] * 2", "[[_] for __ in range(2)]"),
        ("[[]] * _", "[[] for __ in range(_)]"),
        ("[[]] * 2", "[[] for _ in range(2)]"),
        ("list(one)", "[list(one_) for one_ in one]"),
        ("dict(rows)", "{key_: list(value) for key_, value in rows.items()}"),
    ],
)
def test_a_name_that_is_taken_is_not_taken_again(old: str, new: str) -> None:
    text = "def made(key, one, rows, _=0):\n    return {}\n"
    assert text.format(new) in ideas_for(text.format(old), "sharing.")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("()", "(i=i)"),
        ("(x)", "(x, i=i)"),
        ("(x, /)", "(x, /, i=i)"),
        ("(x=1, /)", "(x=1, /, i=i)"),
        ("(x: int , / )", "(x: int , /, i=i )"),
        ("(x, /, y)", "(x, /, y, i=i)"),
        ("(x, /, y=2)", "(x, /, y=2, i=i)"),
    ],
)
def test_a_value_is_kept_after_the_parameters_whatever_they_are(before: str, after: str) -> None:
    body = indent("for i in range(3):\n    def show{}:\n        return i\n", "    ")
    text = "def shows():\n" + body
    assert ideas_for(text.format(before), "sharing.early") == [text.format(after)]
