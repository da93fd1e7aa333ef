"""Which errors that tests run into say something of the code, and which of the tests."""

from __future__ import annotations

import pytest

from verdigris.building.agreement import agree
from verdigris.building.crashes import crashes, stumbling
from verdigris.building.matrix import Matrix
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


EMPTY = "IndexError: string index out of range"
BADGE = [
    Check(name=name, part="a.py", body=body, origin="criterion", sample=sample)
    for name, body, sample in (
        ("one", "assert badge('ada') == 'A'", 0),
        ("two", "assert badge('ada king') == 'AK'", 0),
        ("long", "assert badge('four words of it') == 'FWOI'", 1),
        ("blank", "assert badge('  ') == '?'", 2),
    )
]


def behaving(said: str) -> Matrix:
    """Two candidates that pass more of what was written, one mistake among it; one that does not
    fall over a blank name.
    """
    crowd = frozenset({"one", "two", "long"})
    return Matrix(
        passes=(crowd, crowd, frozenset({"one", "two", "blank"})),
        on_stub=frozenset(),
        said=({"blank": said}, {"blank": said}, {"long": "AssertionError: 'FI' == 'FWOI'"}),
    )


def test_to_fall_over_what_another_candidate_answers_speaks_against_a_program() -> None:
    for said, chosen in ((EMPTY, 2), ("AssertionError: assert '' == '?'", 0)):
        found = stumbling(behaving(said), BADGE, "The letters of a name.")
        assert agree(BADGE, found).chosen == chosen
    asked = stumbling(behaving(EMPTY), BADGE, "An empty name raises IndexError.")
    assert asked.stumbles == (0, 0, 0)


def test_what_only_a_program_answers_that_gets_an_example_wrong_is_no_stumble() -> None:
    example = Check(name="shown", part="a.py", body="assert badge('a') == 'A'", origin="example")
    some = behaving(EMPTY)
    rows = tuple(row | {"shown"} if n < 2 else row for n, row in enumerate(some.passes))
    found = stumbling(some.model_copy(update={"passes": rows}), [*BADGE, example], "Letters.")
    assert found.stumbles == (0, 0, 0)
