from __future__ import annotations

import pytest

from verdigris.core.lesson import Attempt, Standing, Trend
from verdigris.memory.short_term import standing, tell


def attempt(outcome: str = "red", failing: int = 1, signature: str = "s", why: str = "") -> Attempt:
    names = tuple(f"t{number}" for number in range(failing))
    return Attempt.model_validate(
        {"iteration": 1, "outcome": outcome, "failing": names, "signature": signature, "why": why}
    )


@pytest.mark.parametrize(
    "failing, trend",
    [
        ([], "unknown"),
        ([3], "unknown"),
        ([3, 2], "improving"),
        ([3, 2, 2], "improving"),
        ([2, 3], "regressing"),
        ([2, 2], "stable"),
        ([2, 3, 2], "mixed"),
        ([9, 1, 2, 3, 4], "regressing"),  # the fall lies too far back
    ],
)
def test_trend(failing: list[int], trend: Trend) -> None:
    assert standing([attempt(failing=count) for count in failing]).trend == trend


def test_attempts_that_measured_nothing_do_not_count() -> None:
    nothing = [attempt("refused", 0), attempt("none", 0), attempt("red", 0), attempt("refused", 9)]
    assert standing([attempt(failing=3), *nothing, attempt(failing=2)]).trend == "improving"
    assert standing([attempt(failing=3), *nothing]).trend == "unknown"
    assert standing([attempt(failing=3), attempt("green", 0)]).trend == "improving"


@pytest.mark.parametrize(
    "outcomes, stuck",
    [
        ([], 0),
        (["green"], 0),
        (["red"], 1),
        (["red", "progress"], 0),
        (["progress", "red", "none", "refused"], 3),
        (["red", "red", "progress", "red"], 1),
    ],
)
def test_stuck_counts_back_to_the_last_win(outcomes: list[str], stuck: int) -> None:
    judged = standing([attempt(outcome) for outcome in outcomes])
    assert judged.stuck == stuck
    assert judged.no_progress == (stuck >= 2)


def test_the_same_error_is_seen_in_the_last_two_only() -> None:
    a, b, none = attempt(signature="a"), attempt(signature="b"), attempt(signature="")
    assert standing([b, a, a]).same_error
    assert not standing([a, a, b]).same_error
    assert not standing([a]).same_error
    assert not standing([none, none]).same_error


def test_the_same_failing_tests_whatever_their_order() -> None:
    one = Attempt(iteration=1, outcome="red", failing=("a", "b"), signature="1")
    two = Attempt(iteration=2, outcome="red", failing=("b", "a"), signature="2")
    assert standing([one, two]).same_test_failure
    assert not standing([two]).same_test_failure
    assert not standing([attempt("none", 0), attempt("none", 0)]).same_test_failure


def test_nothing_tried_yet() -> None:
    assert standing([]) == Standing()
    assert tell([]) == ""


def test_telling_says_what_was_tried_and_what_came() -> None:
    tried = Attempt(
        iteration=2,
        files=("a.py", "b.py"),
        outcome="red",
        failing=("t1", "t2", "t3", "t4", "t5"),
        why="the bound is\nstill wrong",
    )
    assert tell([tried]) == (
        "Attempt 2 changed a.py, b.py: did not help. "
        "Still failing: t1, t2, t3 and 2 more. Why: the bound is still wrong"
    )


def test_telling_is_short_and_keeps_credentials_to_itself() -> None:
    key = "sk-ant-" + "a1B2" * 8
    many = [attempt(why=f"{key} " + "x" * 10_000) for _ in range(50)]
    said = tell(many)
    assert said.startswith("(46 earlier attempts left out.)")
    assert len(said.splitlines()) == 5
    assert len(said) < 1500
    assert key not in said
    assert tell(many, limit=0) == ""


def test_going_back_and_forth_is_noticed_and_said() -> None:
    def left(*tests: str) -> Attempt:
        return Attempt(iteration=1, outcome="red", failing=tests)

    a, b = left("t::a"), left("t::b")
    assert standing([a, b, a]).oscillation
    assert "back and forth" in standing([a, b, a]).warning()
    assert standing([a, b, attempt("none", 0), a]).oscillation, "what measured nothing is no step"
    for others in ([a, b], [a, a, a], [a, a, b], [a, b, left("t::a", "t::b")]):
        assert not standing(others).oscillation


def test_how_a_run_is_doing_is_said_in_a_few_words() -> None:
    assert Standing().said() == "trend unknown"
    stuck = standing([attempt(), attempt()])
    assert stuck.said() == "trend stable, same error, same tests fail, no progress in 2 attempts"
    left = [("a",), ("b",), ("a",)]
    swinging = [
        Attempt(iteration=1, outcome="red", failing=tests, signature=tests[0]) for tests in left
    ]
    assert "back and forth" in standing(swinging).said()
