import pytest

from brackets import first_problem


@pytest.mark.parametrize("text", ["", "no brackets", "()", "[]{}()", "f(a[1], {2: (3)})", "a < b > c"])
def test_all_match(text):
    assert first_problem(text) == -1


@pytest.mark.parametrize(
    ("text", "place"), [("(]", 1), (")", 0), ("a)b", 1), ("([)]", 2), ("()]", 2), ("{(})", 2), ("())(", 2)]
)
def test_closing_brackets_that_are_wrong(text, place):
    assert first_problem(text) == place


@pytest.mark.parametrize(
    ("text", "place"), [("f(a[1]", 1), ("(", 0), ("((", 1), ("()(", 2), ("([{", 2), ("[()", 0), ("x { y ( z", 6)]
)
def test_brackets_that_stay_open(text, place):
    assert first_problem(text) == place
