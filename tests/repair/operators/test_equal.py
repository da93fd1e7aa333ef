"""Which ideas are the same, which change nothing, and which do not compile."""

from __future__ import annotations

import warnings

import pytest

from verdigris.repair.equal import Meanings
from verdigris.repair.idea import Idea, Splice
from verdigris.repair.source import Source

PROGRAM = """\
from __future__ import annotations


def area(width, height):
    # both in metres
    return width * height


class Box:
    unit = 1

    def grow(self, by):
        self.__size = by + 1
        return super().grow(by)


total = 1 + 1
"""


def idea(old: str, new: str, text: str = PROGRAM) -> Idea:
    start = text.index(old)
    return Idea(
        path="a.py",
        splices=(Splice(start, start + len(old), new),),
        operator="compare.other",
        line=text.count("\n", 0, start) + 1,
        function="",
        weight=1.0,
        what="",
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("width * height", "(width * height)"),
        ("# both in metres", "# in feet"),
        ("total = 1 + 1", "total = 2"),
        ("by + 1\n", "by + 1  # more\n"),
    ],
)
def test_what_compiles_to_the_same_code_is_no_idea(old: str, new: str) -> None:
    assert Meanings(Source("a.py", PROGRAM))(idea(old, new)) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return width", "return return width"),
        ("    return width * height", "    break"),
        ("unit = 1", "unit = = 1"),
        ("by + 1\n", "by + 1\n        nonlocal by\n"),
    ],
)
def test_what_does_not_compile_is_no_idea(old: str, new: str) -> None:
    assert Meanings(Source("a.py", PROGRAM))(idea(old, new)) is None


def test_two_ways_to_write_the_same_have_one_meaning() -> None:
    means = Meanings(Source("a.py", PROGRAM))
    one = means(idea("return width * height", "return height"))
    assert one == means(idea("width * height", "height"))
    assert one == means(idea("width * height", "(height)"))
    assert one is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("width * height", "1"), ("width * height", "True")),
        (("width * height", "1"), ("width * height", "1.0")),
        (("width * height", "0.0"), ("width * height", "-0.0")),
        (("width * height", "by"), ("by + 1", "by")),
        (("unit = 1", "unit = 2"), ("total = 1 + 1", "total = 3")),
        (("__size = by + 1", "__size = by"), ("__size = by + 1", "_size = by")),
    ],
)
def test_what_differs_in_type_or_place_differs_in_meaning(one, other) -> None:
    means = Meanings(Source("a.py", PROGRAM))
    first, second = means(idea(*one)), means(idea(*other))
    assert first is not None
    assert second is not None
    assert first != second


def test_odd_code_raises_no_warning_and_is_judged_all_the_same() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        means = Meanings(Source("a.py", PROGRAM))
        assert means(idea("width * height", "width is 1")) is not None
        assert means(idea("width * height", 'width + "\\d"')) is not None
