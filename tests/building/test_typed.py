"""Words that a test gives a program as one text."""

from __future__ import annotations

import pytest

from verdigris.building.typed import words_apart
from verdigris.core.building import Example


def shown(given: str) -> list[Example]:
    return [Example(kind="command", given=given, expected="x", quoted=given)]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("program('40 30 25').stdout", "program('40', '30', '25').stdout"),
        ('program("40 30  25", stdin="a b")', 'program("40", "30", "25", stdin="a b")'),
        ('program("40 30 25", { stdin: "a" })', 'program("40", "30", "25", { stdin: "a" })'),
        (
            "program('40 30 25'); program('7 8'); program('9'); program('')",
            "program('40', '30', '25'); program('7', '8'); program('9'); program()",
        ),
        (
            "program('40 30 25', files={'a': 'b c'}); program('', files={'a': ''})",
            "program('40', '30', '25', files={'a': 'b c'}); program(files={'a': ''})",
        ),
    ],
)
def test_what_an_example_types_as_words_is_given_as_words(said: str, meant: str) -> None:
    assert words_apart(said, shown("40 30 25")) == meant


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("program('buy milk')", "40 30 25"),  # may be one word
        ("program('add', 'buy milk')", "add milk"),
        ("program('add \"buy milk\"')", 'add "buy milk"'),
        ("program('list')", "list"),
        ("program('a\\nb c')", "b c"),
        ("reprogram('40 30')", "40 30"),
    ],
)
def test_a_text_that_no_example_speaks_for_stays_one(said: str, given: str) -> None:
    assert words_apart(said, shown(given)) == said


def test_words_that_quotes_hold_together_stay_together() -> None:
    code = "program('add milk'); program('add \"oat milk\" now')"
    assert words_apart(code, shown("add milk")) == (
        "program('add', 'milk'); program('add \"oat milk\" now')"
    )


def test_an_example_that_is_typed_without_words_says_nothing() -> None:
    assert words_apart("program('a b')", shown("")) == "program('a b')"
