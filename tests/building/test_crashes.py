"""Which errors that tests run into say something of the code, and which of the tests."""

from __future__ import annotations

import pytest

from verdigris.building.crashes import crashes
from verdigris.core.building import Check, Quarantined

NOBODY = "no candidate passes it: "


def left_out(body: str, reason: str, sample: int = 0, origin: str = "criterion") -> Quarantined:
    check = Check.model_validate(
        {"name": f"t_{sample}", "part": "a.py", "body": body, "origin": origin, "sample": sample}
    )
    return Quarantined(check=check, reason=reason)


BACK = left_out("assert later('2024-03-15', -1) == '2024-03-14'", NOBODY + "OverflowError: date")
FAR = left_out("assert later('2024-03-01', -9) == 'x'", NOBODY + "OverflowError: date", 1)


def test_an_error_that_tests_of_two_answers_run_into_is_told_with_its_call() -> None:
    assert crashes([BACK, FAR], "Days after a day.") == (
        "later('2024-03-15', -1): OverflowError: date",
        "later('2024-03-01', -9): OverflowError: date",
    )
    assert crashes([BACK], "Days after a day."), "no value of a test is to blame for that"


def test_where_the_values_may_be_to_blame_two_answers_must_agree() -> None:
    odd = [left_out("assert f('x') == 2", NOBODY + "TypeError: can only add", n) for n in (0, 0, 1)]
    assert crashes(odd[:2], "A goal.") == ()
    assert crashes(odd[1:], "A goal.") == ("f('x'): TypeError: can only add",)


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("assert f(1) == 2", "AssertionError: assert 3 == 2"),
        ("assert f(x) == 2", "NameError: name 'x' is not defined"),
        ("assert f(1, 2) == 2", "TypeError: f() takes 1 positional argument but 2 were given"),
        ("assert.equal(g(1), 2);", "TypeError: g is not a function"),
        ("a = f(1)\nassert a == 2", "ZeroDivisionError: division by zero"),
    ],
)
def test_what_a_wrong_test_raises_of_itself_says_nothing_of_the_code(body: str, fault: str) -> None:
    both = [left_out(body, NOBODY + fault, sample) for sample in (0, 1)]
    assert crashes(both, "A goal.") == ()


def test_an_error_that_the_goal_names_is_asked_for() -> None:
    assert crashes([BACK, FAR], "Raise OverflowError before the first day.") == ()


def test_tests_left_out_for_other_reasons_say_nothing() -> None:
    other = [left_out("assert f(1) == 2", "undecided: KeyError: 1", one) for one in (0, 1)]
    smoke = [left_out("assert f(1) == 2", NOBODY + "KeyError: 1", one, "smoke") for one in (0, 1)]
    assert crashes([*other, *smoke], "A goal.") == ()


def test_the_call_of_a_script_is_told_as_well() -> None:
    body = "assert.deepStrictEqual(split(''), [])"
    both = [left_out(body, NOBODY + "TypeError: Cannot read properties of null", n) for n in (0, 1)]
    assert crashes(both, "A goal.") == ("split(''): TypeError: Cannot read properties of null",)
