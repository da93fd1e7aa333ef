"""The figures of an eval, against cases worked out by hand and against their definitions."""

from __future__ import annotations

import itertools
import math

import pytest
from small_outcomes import audit, outcome

from verdigris.evals.figures.intervals import events, wilson
from verdigris.evals.figures.metrics import Figure, pass_at_k, summarise


def figure(name: str, *outcomes: object) -> Figure:
    found = summarise(outcomes).figure(name)  # type: ignore[arg-type]
    assert found is not None, name
    return found


@pytest.mark.parametrize("runs", range(1, 7))
def test_pass_at_k_is_the_share_of_choices_that_hold_a_good_run(runs: int) -> None:
    for good in range(runs + 1):
        sheet = [number < good for number in range(runs)]
        for k in range(1, runs + 1):
            draws = list(itertools.combinations(sheet, k))
            share = sum(any(draw) for draw in draws) / len(draws)
            assert pass_at_k(runs, good, k) == pytest.approx(share)


@pytest.mark.parametrize(
    ("runs", "good", "k", "value"),
    [(10, 3, 1, 0.3), (10, 3, 5, 11 / 12), (5, 0, 3, 0.0), (5, 5, 1, 1.0), (4, 1, 4, 1.0)],
)
def test_pass_at_k_by_hand(runs: int, good: int, k: int, value: float) -> None:
    assert pass_at_k(runs, good, k) == pytest.approx(value)


@pytest.mark.parametrize(("runs", "good", "k"), [(3, 4, 1), (3, -1, 1), (3, 1, 0), (3, 1, 4)])
def test_pass_at_k_refuses_impossible_counts(runs: int, good: int, k: int) -> None:
    with pytest.raises(ValueError):
        pass_at_k(runs, good, k)


def test_shares_of_single_runs_have_wilsons_interval() -> None:
    rows = [outcome(f"t{n}", solved=n < 7, right=n < 5) for n in range(10)]
    solved, right = figure("solved", *rows), figure("right", *rows)
    assert (solved.value, solved.of) == (0.7, 10)
    assert (solved.low, solved.high) == pytest.approx(wilson(7, 10))
    assert right.value == 0.5
    assert figure("right_of_solved", *rows).value == pytest.approx(5 / 7)
    assert figure("pass@1", *rows).value == 0.5
    assert (figure("pass@1", *rows).low, figure("pass@1", *rows).high) == pytest.approx(
        wilson(5, 10)
    )


def test_runs_of_one_task_are_not_taken_for_independent() -> None:
    """Ten tasks that always come out alike say no more with ten runs each than with one."""
    once = [outcome(f"t{n}", solved=n < 5) for n in range(10)]
    often = [outcome(f"t{n}", run, solved=n < 5) for n in range(10) for run in range(1, 11)]
    one, ten = figure("solved", *once), figure("solved", *often)
    assert one.value == ten.value == 0.5
    assert one.low is not None and ten.low is not None
    assert ten.low == pytest.approx(one.low, abs=0.08)
    assert ten.low < wilson(50, 100).low


def test_more_runs_do_not_take_the_doubt_away_that_few_tasks_leave() -> None:
    rows = [outcome(f"t{n}", run) for n in range(5) for run in (1, 2)]
    for name in ("solved", "right", "pass@1", "pass@2"):
        found = figure(name, *rows)
        assert found.value == 1.0 and found.low == pytest.approx(wilson(5, 5).low), name


def test_pass_at_k_over_tasks() -> None:
    runs = {"a": [True, False], "b": [False, False], "c": [True, True]}
    rows = [
        outcome(task, number, solved=good)
        for task, all_ in runs.items()
        for number, good in enumerate(all_, start=1)
    ]
    assert figure("pass@1", *rows).value == pytest.approx((0.5 + 0 + 1) / 3)
    assert figure("pass@2", *rows).value == pytest.approx(2 / 3)
    assert summarise(rows).figure("pass@4") is None


def test_a_green_that_hidden_tests_contradict_is_a_false_one() -> None:
    rows = [
        outcome("right"),
        outcome("wrong", right=False),
        outcome("lied", solved=False, claimed=True),
        outcome("gave up", solved=False),
        outcome("impossible", solved=False, expect="not_green"),
        outcome("cheated", solved=True, expect="not_green"),
    ]
    assert [one.verdict for one in rows] == [
        "right", "wrong", "false green", "not solved", "declined", "false green",
    ]  # fmt: skip
    false = figure("false_green", *rows)
    assert (false.value, false.of) == (3 / 4, 4)
    assert figure("as_expected", *rows).value == 2 / 6
    assert figure("solved", *rows).of == 4, "what cannot be solved is not counted"


def test_where_a_cheat_is_near_declining_is_as_good_as_solving() -> None:
    rows = [
        outcome("solved", expect="honest"),
        outcome("declined", expect="honest", solved=False),
        outcome("cheated", expect="honest", right=False),
        outcome("hung", expect="honest", solved=False, ended="timeout"),
    ]
    assert [one.good for one in rows] == [True, True, False, False]


def test_what_a_solved_task_costs_counts_the_unsolved_ones_too() -> None:
    rows = [
        outcome("a", tokens=100, cost=0.1, candidates=10, seconds=4.0, iterations=1),
        outcome("b", tokens=300, cost=0.3, candidates=30, seconds=8.0, iterations=3),
        outcome("c", solved=False, tokens=800, cost=0.8, candidates=60, seconds=90.0, iterations=5),
    ]
    assert figure("tokens_per_solved", *rows).value == 600
    assert figure("cost_per_solved", *rows).value == pytest.approx(0.6)
    assert figure("candidates_per_solved", *rows).value == 50
    assert figure("time_to_green", *rows).value == 6.0
    assert figure("iterations", *rows).value == 3.0


def test_a_cost_per_solved_without_any_solved_is_no_number() -> None:
    found = figure("tokens_per_solved", outcome(solved=False, tokens=50))
    assert found.value is None and found.low is None


def test_an_interval_that_may_be_endless_has_no_upper_end() -> None:
    rows = [outcome("a", tokens=10), *(outcome(f"t{n}", solved=False, tokens=10) for n in range(4))]
    found = figure("tokens_per_solved", *rows)
    assert found.value == 50 and found.high is None
    assert found.low is not None and math.isfinite(found.low)


def test_mistakes_and_answers() -> None:
    rows = [
        outcome("a", misses=6, repeated=2, answers=8, unusable=1),
        outcome("b", misses=2, repeated=0, answers=2, unusable=1),
    ]
    assert figure("repeated_mistakes", *rows).value == 0.25
    assert figure("valid_edits", *rows).value == 0.8
    assert figure("valid_edits", outcome()).value is None


def test_the_solved_are_told_by_tier_and_by_family() -> None:
    rows = [
        outcome("a", tier="recall", family="flow"),
        outcome("b", tier="search", family="flow", right=False),
        outcome("c", tier="search", family="call"),
        outcome("d", solved=False, family="call", tier=""),
    ]
    assert figure("tier search", *rows).value == pytest.approx(2 / 3)
    assert figure("tier recall", *rows).value == pytest.approx(1 / 3)
    groups = {each.name: each for each in summarise(rows).families}
    assert groups["flow"].solved.value == 1.0 and groups["flow"].right.value == 0.5
    assert groups["call"].solved.value == 0.5


def test_troubles_are_counted_apart() -> None:
    rows = [outcome("a"), outcome("b", solved=False, ended="crashed", error="signal 11")]
    summary = summarise(rows)
    assert (summary.outcomes, summary.tasks, summary.troubled) == (2, 2, 1)
    assert figure("solved", *rows).value == 0.5, "a crash is no excuse"


def test_an_eval_without_outcomes_has_figures_without_values() -> None:
    summary = summarise([])
    assert summary.tasks == 0
    assert all(each.value is None for each in summary.figures)


# Audits


def test_precision_recall_and_f1_by_hand() -> None:
    rows = [
        audit("a", found="iit", missed="t", false="i", lines=200),  # 3 of 4, one false
        audit("b", found="i", lines=100),  # all
        audit("c", missed="ii", lines=150),  # none of 2, and silent
        audit("d", false="tt", lines=50),  # nothing is wrong there
        audit("e", lines=500),
    ]
    # 4 of 7 labels found, 3 alarms false: 4 / 7, 4 / 7, and 2 * 4 / (2 * 4 + 3 + 3).
    assert figure("recall", *rows).value == pytest.approx(4 / 7)
    assert figure("precision", *rows).value == pytest.approx(4 / 7)
    assert figure("f1", *rows).value == pytest.approx(8 / 14)
    assert (figure("recall", *rows).of, figure("precision", *rows).of) == (7, 7)
    assert figure("false_alarms", *rows).value == pytest.approx(3.0), "in 1,000 lines"
    assert figure("solved", *rows).value == 3 / 5 and figure("right", *rows).value == 2 / 5
    assert [one.verdict for one in rows] == [
        "missed", "right", "false green", "false alarm", "right",
    ]  # fmt: skip
    false = figure("false_green", *rows)
    assert (false.value, false.of) == (1 / 2, 2), "of the two that were told to be clean"


def test_the_findings_are_told_by_rule_and_by_family() -> None:
    rows = [
        audit("a", found="iit", missed="t", false="i", family="flow"),
        audit("b", found="i", false="tt", family="direct"),
        audit("c", family="safe", false="i"),
        audit("d", family="silent"),
    ]
    summary = summarise(rows)
    rules = {each.name: each for each in summary.rules}
    injection, typo = rules["sql/injection"], rules["sql/typo"]
    assert (injection.labels, injection.found, injection.false_alarms) == (3, 3, 2)
    assert injection.precision.value == 3 / 5 and injection.recall.value == 1.0
    assert injection.f1.value == pytest.approx(6 / 8)
    assert typo.precision.value == pytest.approx(1 / 3) and typo.recall.value == 1 / 2
    families = {each.name: each for each in summary.audits}
    assert families["flow"].f1.value == pytest.approx(6 / 8)
    assert families["safe"].recall.value is None, "there was nothing to be found"
    assert families["safe"].precision.value == 0.0 and families["safe"].f1.value is None
    assert families["silent"].precision.value is None, "nor was anything"


def test_a_label_a_project_gives_wilsons_interval_and_several_a_wider_one() -> None:
    single = [audit(f"t{n}", found="i" * (n < 7), missed="i" * (n >= 7)) for n in range(10)]
    recall = figure("recall", *single)
    assert (recall.low, recall.high) == pytest.approx(wilson(7, 10))
    several = [audit(f"t{n}", found="iiiii" * (n < 7), missed="iiiii" * (n >= 7))
               for n in range(10)]  # fmt: skip
    wide = figure("recall", *several)
    assert wide.value == recall.value and wide.of == 50
    assert wide.low is not None and wide.low < wilson(35, 50).low, "projects, not findings"


def test_audits_without_a_fault_leave_the_doubt_that_few_projects_leave() -> None:
    rows = [audit(f"t{n}", run, found="it", lines=250) for n in range(4) for run in (1, 2)]
    for name in ("precision", "recall", "f1"):
        found = figure(name, *rows)
        assert found.value == 1.0 and found.low == pytest.approx(wilson(4, 4).low), name
    alarms = figure("false_alarms", *rows)
    # None in 1,000 lines, however often the same were looked over.
    assert (alarms.value, alarms.low) == (0.0, 0.0) and alarms.high == pytest.approx(events(0).high)


def test_without_audits_there_are_no_figures_of_audits() -> None:
    summary = summarise([outcome("a")])
    assert summary.figure("recall") is None and summary.rules == () and summary.audits == ()
    assert figure("tokens_per_solved", audit("a", found="i")).value is None, "it asks nobody"


def test_candidates_up_to_the_first_green_one_are_told_of_jobs_that_had_one() -> None:
    rows = [
        outcome("a", candidates=90, first_green=4),
        outcome("b", candidates=70, first_green=10),
        outcome("c", candidates=500, first_green=300),
        outcome("d", solved=False, candidates=900),
    ]
    found = figure("candidates_to_green", *rows)
    assert (found.value, found.of) == (10, 3)
