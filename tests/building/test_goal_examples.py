"""What a goal shows, and what it only seems to show."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from building.goals import NEGATIVE, POSITIVE, Shown
from verdigris.building.goal import examples_in
from verdigris.core.building import LanguageName


@pytest.mark.parametrize(("language", "goal", "shown"), POSITIVE)
def test_what_a_goal_shows_is_read_verbatim(
    language: LanguageName, goal: str, shown: list[Shown]
) -> None:
    found = examples_in(goal, language)
    assert [(one.given, one.expected) for one in found] == shown
    for one in found:
        assert one.quoted in goal


@pytest.mark.parametrize(("language", "goal"), NEGATIVE)
def test_what_leaves_a_doubt_is_no_example(language: LanguageName, goal: str) -> None:
    assert examples_in(goal, language) == ()


def test_the_input_of_a_command_is_read_from_the_pipe_before_it() -> None:
    (found,) = examples_in('```\n$ echo "a b" | wc2\n2\n```', "python")
    assert (found.kind, found.given, found.stdin) == ("command", "", "a b\n")


def test_a_line_that_is_not_read_to_its_end_shows_nothing() -> None:
    goal = "`f(x)`:\n" + "x" * 19_980 + " f(1) == 1234567"
    assert examples_in(goal, "python") == ()


def test_said_twice_is_shown_once() -> None:
    assert len(examples_in("`f(x)`: f(1) == 2. So f( 1 ) == 2.", "python")) == 1


@pytest.mark.parametrize("language", ["python", "node", "typescript"])
def test_no_text_however_broken_is_an_error(language: LanguageName) -> None:
    pieces = [goal for _, goal, _ in POSITIVE] + [goal for _, goal in NEGATIVE]
    pieces += [
        "(" * 3000,
        "f(" * 500,
        "`" * 7,
        '"',
        "\\",
        "f('" * 50,
        "\x00",
        "f(\ud800) == 1",
        "$ ",
        "`f(x)`: f(" + "-" * 1500 + "1) == 1",
        "Input: a" + "\n" * 3000 + "x",
    ]
    for text in pieces[-11:]:
        examples_in(text, language)
    dice = random.Random(7)
    for _ in range(150):
        text = "\n".join(dice.sample(pieces, 3))
        start = dice.randrange(len(text))
        examples_in(text[start : start + dice.randrange(400)], language)


def test_the_goal_in_the_documentation_shows_what_it_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "goals.md").read_text("utf-8")
    goal = page.partition("```text\n")[2].partition("```")[0]
    assert [(one.given, one.expected) for one in examples_in(goal, "python")] == [
        ('slugify("Hello World")', '"hello-world"'),
        ('slugify("")', '""'),
        ("slugify(None)", "raises TypeError"),
    ]
