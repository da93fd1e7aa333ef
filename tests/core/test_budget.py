from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verdigris.core.budget import Budget, Use

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
    one = Use(tokens_in=1, tokens_out=2, cost=0.25, unpriced_calls=3, calls=4, seconds=0.5)
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
        (Budget(max_cost=0), Use(calls=1), "cost limit of $0"),
    ],
)
def test_a_limit_is_met_when_it_is_reached(budget: Budget, use: Use, said: str) -> None:
    found = budget.exhausted(use)
    assert said in found and bool(found) == bool(said)
