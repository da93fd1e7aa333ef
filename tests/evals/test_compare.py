"""Comparing two evals: the exact test, the interval, and what is said plainly."""

from __future__ import annotations

import math

import pytest
from small_outcomes import audit, outcome, record

from verdigris.errors import UserError
from verdigris.evals.figures.compare import Comparison, compare, contrast, exact_p
from verdigris.evals.figures.metrics import summarise


@pytest.mark.parametrize(
    ("better", "worse", "p"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (5, 0, 0.0625),
        (6, 0, 0.03125),
        (10, 2, 0.03857421875),  # 2 (1 + 12 + 66) / 4096
        (3, 3, 1.0),
    ],
)
def test_mcnemars_exact_p_by_hand(better: int, worse: int, p: float) -> None:
    assert exact_p(better, worse) == pytest.approx(p)
    assert exact_p(worse, better) == pytest.approx(p)


def test_the_exact_p_is_the_chance_of_a_split_at_least_as_uneven() -> None:
    for thrown in range(1, 12):
        for heads in range(thrown + 1):
            uneven = abs(heads - thrown / 2)
            chance = sum(
                math.comb(thrown, other) / 2**thrown
                for other in range(thrown + 1)
                if abs(other - thrown / 2) >= uneven
            )
            assert exact_p(heads, thrown - heads) == pytest.approx(chance)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError):
        exact_p(-1, 3)


def compared(first: list[bool], second: list[bool]) -> Comparison:
    one = [outcome(f"t{n:02}", solved=good) for n, good in enumerate(first)]
    two = [outcome(f"t{n:02}", solved=good) for n, good in enumerate(second)]
    return compare(record(*one, name="first"), record(*two, name="second"))


def test_a_clear_difference_is_told_with_the_winner() -> None:
    found = compared([False] * 10 + [True] * 10, [True] * 20)
    solved = next(each for each in found.contrasts if each.name == "solved")
    assert (solved.better, solved.worse, solved.tasks) == (10, 0, 20)
    assert solved.difference == 0.5 and solved.low > 0
    assert solved.told
    assert found.verdict.startswith("second (verdigris) is better than first (verdigris)")
    assert "50.0 points" in found.verdict
    assert found.moved[0] == ("t00", "not solved → right")


def test_the_first_may_be_the_better_one() -> None:
    assert compared([True] * 20, [False] * 10 + [True] * 10).verdict.startswith("first")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param([True, False] * 10, [False, True] * 10, id="as many each way"),
        pytest.param([False] * 3 + [True] * 17, [True] * 20, id="too few"),
        pytest.param([True] * 20, [True] * 20, id="alike"),
    ],
)
def test_what_luck_may_do_is_not_called_a_difference(first: list[bool], second: list[bool]) -> None:
    assert compared(first, second).verdict.startswith("One cannot tell")


def test_runs_of_a_task_count_as_one_task() -> None:
    one = [outcome("a", run, solved=False) for run in range(1, 40)]
    two = [outcome("a", run, solved=True) for run in range(1, 40)]
    found = compare(record(*one, name="x"), record(*two, name="y"))
    assert found.tasks == 1 and found.verdict.startswith("One cannot tell")


def test_only_shared_tasks_count_and_the_rest_is_told() -> None:
    one, two = record(outcome("a"), outcome("b")), record(outcome("b"), outcome("c"), outcome("d"))
    found = compare(one, two)
    assert (found.tasks, found.only_first, found.only_second) == (1, 1, 2)
    assert found.verdict == "One cannot tell: the only task came out alike."
    with pytest.raises(UserError, match="no task in common"):
        compare(record(outcome("a")), record(outcome("z")))


def test_where_less_is_better_the_winner_is_the_lower() -> None:
    found = contrast("seconds", [(10.0, 4.0)] * 8, lower=True)
    assert (found.difference, found.better, found.worse) == (-6.0, 8, 0)
    assert found.told


def test_what_nobody_tells_is_not_taken_for_nothing() -> None:
    ours = record(*(outcome(f"t{n}", seconds=100.0, candidates=5, tokens=7) for n in range(10)))
    ended = {"solved": False, "ended": "timeout", "seconds": 0.0, "wall_seconds": 300.0}
    late = record(*(outcome(f"t{n}", **ended) for n in range(10)))
    found = {each.name: each for each in compare(ours, late).contrasts}
    assert (found["seconds"].better, found["seconds"].worse) == (0, 10), "it took all its time"
    assert "candidates" not in found, "it did not live to tell"

    agent = record(*(outcome(f"t{n}", seconds=50.0, counted=False) for n in range(10)))
    found = {each.name: each for each in compare(ours, agent).contrasts}
    assert found["seconds"].better == 10
    assert not {"tokens", "cost", "candidates"} & found.keys()
    figures = {each.name: each.value for each in summarise(agent.outcomes).figures}
    assert figures["solved"] == 1.0 and figures["tokens_per_solved"] is None


def test_false_greens_are_told_as_such() -> None:
    one = [outcome(f"t{n}", right=n > 5) for n in range(12)]
    two = [outcome(f"t{n}") for n in range(12)]
    found = compare(record(*one), record(*two))
    false = next(each for each in found.contrasts if each.name == "false_green_of_all")
    assert (false.first, false.second, false.difference) == (0.5, 0.0, -0.5)
    assert (false.better, false.worse) == (6, 0)
    assert false.high < 0


def test_what_cannot_be_solved_counts_for_neither_side() -> None:
    one = [outcome("can"), outcome("cannot", solved=True, right=None, expect="not_green")]
    two = [outcome("can"), outcome("cannot", solved=False, expect="not_green")]
    found = {each.name: each for each in compare(record(*one), record(*two)).contrasts}
    assert (found["solved"].tasks, found["solved"].first, found["right"].second) == (1, 1.0, 1.0)
    assert found["as_expected"].tasks == 2 and found["as_expected"].better == 1
    only = record(outcome("cannot", solved=False, expect="not_green"))
    assert "solved" not in {each.name for each in compare(only, only).contrasts}


def test_a_task_whose_files_were_changed_is_another_task() -> None:
    one = record(outcome("a", digest="1"), outcome("b", digest="1"), outcome("c"))
    two = record(outcome("a", digest="2"), outcome("b", digest="1"), outcome("c", digest="1"))
    found = compare(one, two)
    assert (found.tasks, found.changed, found.only_first) == (2, 1, 0)
    with pytest.raises(UserError, match="changed in between"):
        compare(record(outcome("a", digest="1")), record(outcome("a", digest="2")))


def test_audits_are_compared_by_what_was_missed_and_what_was_false() -> None:
    one = [audit("a", missed="it", false="i"), audit("b", found="i"), audit("c", missed="i")]
    two = [audit("a", found="i", missed="t"), audit("b", found="i"), audit("c", missed="i")]
    found = compare(record(*one, name="first"), record(*two, name="second"))
    told = {each.name: each for each in found.contrasts}
    assert (told["missed"].first, told["missed"].second) == (1.0, pytest.approx(2 / 3))
    assert (told["missed"].better, told["missed"].worse) == (1, 0)
    assert (told["false_alarms"].better, told["false_alarms"].worse) == (1, 0)
    ((task, how),) = found.moved
    assert task == "a" and "missed → missed: now found sql/injection in a.py:1" in how
    assert "no longer a false alarm: a.py:3: m [sql/injection]" in how
