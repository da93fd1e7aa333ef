"""Which candidate and which tests are trusted: cases by hand, and what holds for any matrix."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.building.agreement import agree
from verdigris.building.matrix import Matrix
from verdigris.core.building import Agreement, Check


def check(name: str, body: str = "", **more: object) -> Check:
    """Make a check; the letter of its name tells where it comes from, a number its answer."""
    origins = {"e": "example", "p": "property", "s": "smoke"}
    given = {"origin": origins.get(name[0], "criterion"), **more}
    sample = int(name[1]) if name[0] == "t" else 0
    return Check.model_validate(
        {"name": name, "part": "a.py", "body": body or f"assert {name}()", "sample": sample} | given
    )


def checks(names: str) -> list[Check]:
    return [check(name) for name in names.split()]


def matrix(*rows: str | None, on_stub: str = "", flaky: str = "", **more: object) -> Matrix:
    return Matrix.model_validate(
        {
            "passes": tuple(frozenset((row or "").split()) for row in rows),
            "missing": frozenset(n for n, row in enumerate(rows) if row is None),
            "on_stub": frozenset(on_stub.split()),
            "flaky": frozenset(flaky.split()),
            **more,
        }
    )


def trusted(found: Agreement) -> set[str]:
    return {one.name for one in found.trusted}


def reasons(found: Agreement) -> dict[str, str]:
    return {one.check.name: one.reason for one in found.quarantined}


def test_the_largest_agreement_of_code_and_tests_wins() -> None:
    names = "t0a t0b t1a t1b t2a"
    found = agree(
        checks(names), matrix("t0a t2a", "t0a t0b t1a t1b", "t0a t0b t1a t1b", "t0a t0b t1a t1b")
    )
    assert (found.chosen, found.backing, found.candidates) == (1, 3, 4)
    assert trusted(found) == {"t0a", "t0b", "t1a", "t1b"}
    assert reasons(found) == {
        "t2a": "disagrees with the larger agreement: the 3 of 4 candidates with most on their "
        "side fail it, 1 passes it"
    }
    assert found.failing == ()
    assert found.said == (
        "3 of 4 candidates behave alike on all tests; 4 tests trusted; "
        "the goal shows no example that could be tested."
    )


def test_an_example_outweighs_any_agreement_against_it() -> None:
    wrong = "t0a t0b t0c t1a t1b t1c t2a t2b"
    found = agree(checks(f"e1 t3a {wrong}"), matrix(*[wrong] * 6, "e1 t3a"))
    assert found.chosen == 6
    assert trusted(found) == {"e1", "t3a"}
    assert set(reasons(found).values()) == {
        "contradicts the goal's examples, or what is assumed: no candidate that meets them "
        "passes it, only 6 candidates that do not"
    }


def test_more_examples_come_first_also_where_none_meets_all() -> None:
    found = agree(checks("e1 e2 e3 t0a t1a"), matrix("e1 t0a t1a", "e1 t0a t1a", "e1 e2"))
    assert found.chosen == 2
    assert trusted(found) == {"e1", "e2", "e3"}
    assert found.failing == ("e3",)
    assert "2 of 3 examples of the goal met" in found.said


@pytest.mark.parametrize("rows", [(), (None,), ("",), ("", "t0a"), ("t0a t1a", "t0a t1a")])
def test_examples_are_trusted_even_if_nobody_meets_them(rows: tuple[str | None, ...]) -> None:
    found = agree(checks("e1 e2 t0a t1a"), matrix(*rows))
    assert {"e1", "e2"} <= trusted(found)
    assert {"e1", "e2"} <= set(found.failing)


def test_what_passes_on_a_stub_or_nowhere_or_by_turns_is_quarantined_with_the_reason() -> None:
    faults = {"t0c": "ModuleNotFoundError: No module named 'numpy'"}
    found = agree(
        checks("t0a t0b t0c t1a t1b"),
        matrix("t0a t0b t1a", "t0a t0b t1a", on_stub="t0a", flaky="t1a", faults=faults),
    )
    assert trusted(found) == {"t0b"}
    assert reasons(found) == {
        "t0a": "passes on an empty stub, so it tests nothing that is to be written",
        "t0c": "no candidate passes it: ModuleNotFoundError: No module named 'numpy'",
        "t1a": "passes and fails by turns with the same code",
        "t1b": "no candidate passes it",
    }


@pytest.mark.parametrize(
    ("example", "other"),
    [
        ("assert slug('A b') == 'a-b'", 'assert slug("A b") == "ab"'),
        ("assert add(1, 2) == 3", "assert add(1,2) == 4"),
        ("assert.equal(add(1, 2), 3);", "assert.strictEqual(add(1, 2), 4)"),
        ("expect(add(1, 2)).toBe(3);", "expect(add(1, 2)).toBe(4);"),
    ],
)
def test_a_test_that_expects_something_else_of_an_examples_call_contradicts_it(
    example: str, other: str
) -> None:
    """No candidate meets the example, so that behaviour alone could not tell."""
    found = agree([check("e1", example), check("t0a", other)], matrix("t0a", "t0a"))
    assert trusted(found) == {"e1"}
    assert reasons(found) == {"t0a": "contradicts an example of the goal (e1)"}


@pytest.mark.parametrize(
    "other",
    [
        "assert add(1, 2) == 3.0",  # another spelling of the same: one candidate meets both
        "assert add(1, 2) == 2 + 1",
        "assert add(2, 1) == 4",
        "x = add(1, 2)\nassert x == 4",
    ],
)
def test_no_contradiction_is_seen_where_words_do_not_show_one(other: str) -> None:
    found = agree(
        [check("e1", "assert add(1, 2) == 3"), check("t0a", other)], matrix("e1 t0a", "e1 t0a")
    )
    assert trusted(found) == {"e1", "t0a"}


def test_where_two_ways_are_equally_well_backed_nothing_that_separates_them_is_trusted() -> None:
    found = agree(checks("t0a t0b t1a t1b"), matrix("t0a t0b t1a", "t0a t0b t1b"))
    assert trusted(found) == {"t0a", "t0b"}
    assert reasons(found)["t1a"] == (
        "undecided: 1 candidate passes it, 1 equally well backed does not, "
        "and nothing tells which is right"
    )
    assert found.said.startswith(
        "Undecided: 2 ways to behave are equally well backed, so nothing that tells them apart is "
        "trusted (2 tests left)"
    )


def test_that_a_program_starts_decides_between_equals_and_never_more() -> None:
    found = agree(checks("t0a t0b t1a t1b s1"), matrix("t0a t0b t1a", "t0a t0b t1b s1"))
    assert found.chosen == 1
    assert trusted(found) == {"t0a", "t0b", "t1b", "s1"}
    found = agree(checks("t0a t0b t1a s1"), matrix("t0a t0b t1a", "t0a t0b t1a", "t0a s1"))
    assert found.chosen == 0
    assert "s1" in reasons(found)


@pytest.mark.parametrize(
    ("names", "is_trusted"),
    [
        ("t0a t0b t0c", False),  # one answer: what it believes, both may believe
        ("p1 p2", False),
        ("t0a p1", False),
        ("t0a t1a", True),
        ("e1 t0a", True),
    ],
)
def test_a_lone_candidate_vouches_for_tests_only_with_a_second_source(
    names: str, is_trusted: bool
) -> None:
    found = agree(checks(names), matrix(names))
    own = {name for name in names.split() if not name.startswith("e")}
    assert own & trusted(found) == (own if is_trusted else set())
    assert found.said.startswith("There is one candidate, so no agreement between several")
    if not is_trusted:
        assert set(reasons(found).values()) == {
            "the only candidate passes it and no second source speaks for that one: "
            "code and test may share a mistake"
        }


def test_a_smoke_test_needs_no_second_source() -> None:
    assert trusted(agree(checks("s1 t0a"), matrix("s1 t0a"))) == {"s1"}


def test_tests_of_one_answer_weigh_less_than_as_many_of_several() -> None:
    several, one = "t0a t1a t2a t3a", "t4a t4b t4c t4d"
    found = agree(checks(f"{one} {several}"), matrix(one, several))
    assert found.chosen == 1


def test_to_fail_alike_is_no_agreement() -> None:
    found = agree(checks("t0a t1a"), matrix("", "", "", "", "", "", "t0a t1a"))
    assert found.chosen == 6
    assert trusted(found) == {"t0a", "t1a"}


def test_the_same_words_count_once_and_stand_once() -> None:
    loud = [check(f"t0{n}", "assert f() == 1\n\n") for n in "abcdefgh"]
    quiet = checks("t1a t2a")
    found = agree([*loud, *quiet], matrix(" ".join(one.name for one in loud), "t1a t2a"))
    assert found.chosen == 1
    example = check("e1", "assert f() == 1")
    found = agree([*loud, example], matrix(*["e1 " + " ".join(one.name for one in loud)] * 2))
    assert trusted(found) == {"e1"}
    assert reasons(found)["t0a"] == "says the same as e1"


def test_without_a_candidate_nothing_is_chosen() -> None:
    found = agree(checks("e1 t0a"), matrix(None, None))
    assert (found.chosen, found.backing, found.candidates) == (-1, 0, 0)
    assert trusted(found) == {"e1"}
    assert found.said == "There is no candidate, so nothing could be tried."


def test_without_any_passing_test_the_first_candidate_stands_and_nothing_is_claimed() -> None:
    found = agree(checks("t0a"), matrix(None, "", ""))
    assert found.chosen == 1
    assert not found.trusted
    assert found.said.startswith("No usable test passes with any of 2 candidates")


# What holds for any matrix.

NAMES = ["e1", "e2", "p1", "s1", "t0a", "t0b", "t0c", "t1a", "t1b", "t2a", "t2b"]
some_names = st.frozensets(st.sampled_from(NAMES))
matrices = st.builds(
    lambda rows, stub, flaky, missing: Matrix(
        passes=tuple(frozenset() if n in missing else row for n, row in enumerate(rows)),
        on_stub=stub,
        flaky=flaky,
        missing=frozenset(n for n in missing if n < len(rows)),
    ),
    st.lists(some_names, max_size=7),
    st.frozensets(st.sampled_from(NAMES), max_size=2),
    st.frozensets(st.sampled_from(NAMES), max_size=1),
    st.frozensets(st.integers(0, 6), max_size=2),
)
bodies = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["f() == 1", "f() == 2"]))


def made(texts: Mapping[str, str]) -> list[Check]:
    return [check(name, f"assert {texts[name]}" if name in texts else "") for name in NAMES]


def shuffled(some: Matrix, order: Sequence[int]) -> Matrix:
    return some.model_copy(
        update={
            "passes": tuple(some.passes[n] for n in order),
            "missing": frozenset(new for new, old in enumerate(order) if old in some.missing),
        }
    )


def rank(found: Agreement) -> tuple[set[str], dict[str, str], str]:
    return trusted(found), reasons(found), found.said


@given(matrices, bodies)
def test_every_check_is_either_trusted_or_quarantined_with_a_reason(
    some: Matrix, texts: Mapping[str, str]
) -> None:
    found = agree(made(texts), some)
    names = [one.name for one in found.trusted] + [one.check.name for one in found.quarantined]
    assert sorted(names) == sorted(NAMES)
    assert all(one.reason for one in found.quarantined)
    assert {"e1", "e2"} <= trusted(found)
    own = trusted(found) - {"e1", "e2"}
    assert not own & (some.on_stub | some.flaky)
    if found.chosen < 0:
        assert not own
        return
    assert found.chosen not in some.missing
    chosen = some.passes[found.chosen]
    assert own <= chosen
    assert set(found.failing) == trusted(found) - chosen


@given(matrices)
def test_nobody_meets_more_examples_than_the_chosen(some: Matrix) -> None:
    found = agree(made({}), some)
    if found.chosen >= 0:
        met = [len(row & {"e1", "e2"}) for row in some.passes]
        assert met[found.chosen] == max(met)


@given(matrices, bodies, st.randoms(use_true_random=False))
def test_order_changes_nothing_that_is_trusted_nor_why_the_rest_is_not(
    some: Matrix, texts: Mapping[str, str], rng: random.Random
) -> None:
    order = list(range(len(some.passes)))
    several = made(texts)
    first = agree(several, some)
    rng.shuffle(order)
    rng.shuffle(several)
    second = agree(several, shuffled(some, order))
    assert rank(first) == rank(second)
    if not first.said.startswith("Undecided") and first.chosen >= 0:
        one, two = some.passes[first.chosen], some.passes[order[second.chosen]]
        assert one & trusted(first) == two & trusted(first)


@given(matrices)
def test_one_more_like_the_chosen_never_takes_trust_away(some: Matrix) -> None:
    first = agree(made({}), some)
    if first.chosen < 0:
        return
    more = some.model_copy(update={"passes": (*some.passes, some.passes[first.chosen])})
    second = agree(made({}), more)
    assert trusted(first) <= trusted(second)
    assert second.backing == first.backing + 1
    assert second.chosen == first.chosen


@given(matrices)
def test_what_says_nothing_changes_nothing(some: Matrix) -> None:
    first = agree(made({}), some)
    wider = some.model_copy(
        update={
            "passes": (*(row | {"t9z"} for row in some.passes), frozenset[str]()),
            "missing": some.missing | {len(some.passes)},
            "on_stub": some.on_stub | {"t9z"},
        }
    )
    second = agree([*made({}), check("t9z"), check("t9y")], wider)
    assert trusted(first) == trusted(second)
    assert first.chosen == second.chosen
    assert first.said == second.said


@given(matrices)
def test_a_repeated_test_changes_nothing(some: Matrix) -> None:
    first = agree(made({}), some)
    again = [one.model_copy(update={"name": f"{one.name}z"}) for one in made({})[2:]]
    doubled: Iterable[frozenset[str]] = (
        row | {f"{name}z" for name in row if name not in ("e1", "e2")} for row in some.passes
    )
    second = agree([*made({}), *again], some.model_copy(update={"passes": tuple(doubled)}))
    assert trusted(first) == trusted(second)
    assert first.chosen == second.chosen
