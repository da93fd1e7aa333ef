"""Which tests that no candidate passes are worth another draw."""

from __future__ import annotations

import pytest

from verdigris.building.agreement import NOBODY
from verdigris.building.telling import AGAINST, OUTVOTED
from verdigris.building.unmet import MOST, doubt, unmet
from verdigris.core.building import Agreement, Check, Quarantined

WRONG = f"{NOBODY}: AssertionError: assert 11 == 10"


def check(name: str, sample: int, body: str = "", origin: str = "criterion") -> Check:
    text = body or f"assert f({name!r}) == 1"
    return Check.model_validate(
        {"name": name, "part": "a.py", "body": text, "origin": origin, "sample": sample}
    )


def agreed(trusted: list[Check], *refused: tuple[Check, str]) -> Agreement:
    apart = tuple(Quarantined(check=one, reason=reason) for one, reason in refused)
    return Agreement(trusted=tuple(trusted), quarantined=apart)


def names(found: Agreement) -> list[str]:
    return [one.name for one in unmet(found)]


def test_an_answer_whose_other_tests_are_trusted_is_believed_to_know_what_is_wanted() -> None:
    good, bad = check("a10", 0), check("e1", 1)
    trusted = [check("a1", 0), check("b1", 0), check("a2", 1)]
    found = agreed(trusted, (good, WRONG), (bad, WRONG), (check("d4", 1), WRONG))
    assert names(found) == ["a10"]


@pytest.mark.parametrize(
    "reason",
    [
        "disagrees with the larger agreement: the 3 of 4 candidates fail it",
        "passes on an empty stub, so it tests nothing that is to be written",
        f"{NOBODY}: NameError: name 'g' is not defined",
        f"{NOBODY}: TypeError: f() takes 1 positional argument but 2 were given",
    ],
)
def test_what_was_left_out_for_other_reasons_or_is_wrong_in_itself_is_not_shown(
    reason: str,
) -> None:
    assert names(agreed([check("a", 0)], (check("b", 0), reason))) == []


def test_tests_that_contradict_each_other_or_what_is_trusted_are_not_shown() -> None:
    trusted = [check("a", 0, "assert f(1) == 2"), check("b", 0, "assert f(2) == 3"), check("c", 0)]
    one, two = check("d", 0, "assert f(5) == 6"), check("e", 1, "assert f(5) == 7")
    against = check("g", 0, "assert f(1) == 9")
    more = [check("h", 1), check("i", 1)]
    found = agreed([*trusted, *more], (one, WRONG), (two, WRONG), (against, WRONG))
    assert names(found) == []
    assert not doubt([agreed(trusted[:1], (one, WRONG), (two, WRONG), (against, WRONG))])


def test_a_message_that_a_program_should_print_is_no_fault_of_the_test() -> None:
    reason = f"{NOBODY}: AssertionError: assert 'required argument' in 'usage'"
    assert names(agreed([check("a", 0)], (check("b", 0), reason))) == ["b"]


def test_few_are_shown_and_none_that_rules_wrote() -> None:
    trusted = [check(f"t{n}", 0) for n in range(9)]
    refused = [(check(f"r{n}", 0), WRONG) for n in range(9)]
    rule = (check("p", 0, origin="property"), WRONG)
    assert names(agreed(trusted, rule, *refused)) == [f"r{n}" for n in range(MOST)]


def test_a_build_is_doubted_where_more_of_its_tests_fail_everywhere_than_are_trusted() -> None:
    failing = [(check(name, 0), WRONG) for name in "bcd"]
    assert doubt([agreed([check("a", 0)], *failing)]).startswith("3 of 4 tests")
    assert doubt([agreed([check(name, 0) for name in "aef"], *failing)]) == ""


def test_wrong_tests_and_starting_at_all_raise_and_settle_no_doubt() -> None:
    trusted = check("a", 0, "assert f(1) == 2")
    against, broken = check("b", 0, "assert f(1) == 9"), check("c", 1)
    own = f"{NOBODY}: NameError: name 'g' is not defined"
    assert doubt([agreed([trusted], (against, WRONG), (broken, own))]) == ""
    smoke = [check(name, 0, origin="smoke") for name in "xyz"]
    assert doubt([agreed(smoke, (check("d", 0), WRONG))]).startswith("1 of 1 tests")


def test_a_program_that_falls_over_a_mistake_is_verified_in_part() -> None:
    rude = check("x", 0, origin="smoke").model_copy(update={"says": "A missing text is refused"})
    silent = rude.model_copy(update={"name": "y"})
    stub = "passes on an empty stub, so it tests nothing that is to be written"
    for reason in (f"{NOBODY}: IndexError", f"{OUTVOTED}: the 2 fail it", f"{AGAINST}: 1 passes"):
        found = agreed([check("a", 0)], (rude, reason), (silent, stub))
        assert doubt([found]) == "what is usual does not hold: A missing text is refused"
    assert doubt([agreed([check("a", 0)], (silent, stub))]) == ""
