from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.core.budget import Allowance, Budget, Spent, Use

USES = st.builds(
    Use,
    tokens_in=st.integers(0, 10**9),
    tokens_out=st.integers(0, 10**9),
    cost=st.integers(0, 1000).map(float),
    unpriced_calls=st.integers(0, 100),
    calls=st.integers(0, 100),
    seconds=st.integers(0, 10**6).map(float),
)


@given(USES, USES, USES)
def test_use_adds_up_in_any_order(a: Use, b: Use, c: Use) -> None:
    assert (a + b) + c == a + (b + c) == c + b + a
    assert a + Use() == a
    assert (a + b).tokens == a.tokens + b.tokens


def test_every_field_is_added() -> None:
    one = Use(
        tokens_in=1,
        tokens_out=2,
        cost=0.25,
        unpriced_calls=3,
        calls=4,
        seconds=0.5,
        cached_tokens=1,
    )
    twice = one + one
    for name in Use.model_fields:
        assert getattr(twice, name) == 2 * getattr(one, name), name


@pytest.mark.parametrize(
    ("budget", "use", "said"),
    [
        (Budget(), Use(tokens_in=10**9, cost=10**6, seconds=10**9, calls=9), ""),
        (Budget(max_seconds=10), Use(seconds=9.99), ""),
        (Budget(max_seconds=10), Use(seconds=10), "time limit of 10 s"),
        (Budget(max_tokens=100), Use(tokens_in=60, tokens_out=39), ""),
        (Budget(max_tokens=100), Use(tokens_in=60, tokens_out=40), "token limit of 100"),
        (Budget(max_cost=1.5), Use(cost=1.49, calls=1), ""),
        (Budget(max_cost=1.5), Use(cost=1.5, calls=1), "cost limit of $1.5"),
        (Budget(max_cost=0), Use(), ""),
        (Budget(max_cost=0), Use(calls=1), ""),
        (Budget(max_cost=0), Use(cost=0.001, calls=1), "cost limit of $0"),
    ],
)
def test_a_limit_is_met_when_it_is_reached(budget: Budget, use: Use, said: str) -> None:
    found = budget.exhausted(use)
    assert said in found and bool(found) == bool(said)


FREE = Use(calls=1, tokens_in=600, tokens_out=400)
PRICED = FREE.model_copy(update={"cost": 0.10})
UNPRICED = FREE.model_copy(update={"unpriced_calls": 1})


@pytest.mark.parametrize(
    ("limits", "spent", "worst", "said"),
    [
        (Budget(), Spent(), UNPRICED, ""),
        (Budget(max_tokens=1000), Spent(), FREE, ""),
        (Budget(max_tokens=999), Spent(), FREE, "of the run of 999 leaves 999"),
        (Budget(max_cost=0.10), Spent(), PRICED, ""),
        (Budget(max_cost=0.09), Spent(), PRICED, "of the run of $0.09 leaves $0.0900"),
        (Budget(max_cost=0), Spent(), FREE, ""),
        (Budget(max_cost=5), Spent(), UNPRICED, "cannot be kept: the price"),
        (Budget(fast=Allowance(tokens=1500)), Spent(fast=FREE), FREE, "of the fast tier of 1500"),
        (Budget(fast=Allowance(tokens=1500)), Spent(strong=FREE), FREE, ""),
        (Budget(strong=Allowance(tokens=1)), Spent(strong=FREE), FREE, ""),
        (Budget(fast=Allowance(seconds=9)), Spent(fast=Use(seconds=9)), FREE, "is reached"),
        (Budget(fast=Allowance(seconds=9)), Spent(fast=Use(seconds=8)), FREE, ""),
        (Budget(day=Allowance(cost=1)), Spent(day=Use(cost=0.95)), PRICED, "of the day of $1"),
        (Budget(day=Allowance(cost=1)), Spent(day=UNPRICED), FREE, ""),
        (Budget(day=Allowance(cost=1)), Spent(day=UNPRICED), PRICED, "cannot be kept"),
        (Budget(day=Allowance(tokens=9000)), Spent(day=Use(tokens_in=8001)), FREE, "leaves 999"),
        (Budget(day=Allowance(tokens=9000)), Spent(day=Use(tokens_in=8000)), FREE, ""),
    ],
)  # fmt: skip
def test_a_question_is_refused_when_its_worst_case_breaks_a_limit(
    limits: Budget, spent: Spent, worst: Use, said: str
) -> None:
    found = limits.refusal("fast", Use(), spent, worst)
    assert said in found and bool(found) == bool(said)


def test_what_the_run_has_used_counts() -> None:
    budget = Budget(max_tokens=2000, max_seconds=10)
    assert budget.refusal("fast", Use(tokens_in=1000), Spent(), FREE) == ""
    assert "leaves 999" in budget.refusal("strong", Use(tokens_in=1001), Spent(), FREE)
    assert "time limit" in budget.refusal("strong", Use(seconds=10), Spent(), Use())


@pytest.mark.parametrize(
    ("limits", "left"),
    [
        (Budget(), None),
        (Budget(max_seconds=10), 7),
        (Budget(max_seconds=2), 0),
        (Budget(max_seconds=10, fast=Allowance(seconds=6)), 2),
        (Budget(max_seconds=10, strong=Allowance(seconds=1)), 7),
    ],
)
def test_an_answer_may_take_what_the_tightest_limit_leaves(
    limits: Budget, left: float | None
) -> None:
    spent = Spent(fast=Use(seconds=4))
    assert limits.seconds_left("fast", Use(seconds=3), spent) == left
