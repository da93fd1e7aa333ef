from datetime import date
from itertools import islice

import pytest

from subs.errors import UnknownPlan, WrongState
from subs.plans import CATALOGUE, plan
from subs.subscriptions import State, Subscription


def subscription(code="basic", began=date(2024, 1, 10)):
    return Subscription(1, plan(code), began)


def starts(found, count):
    return [period.start.isoformat() for period in islice(found.periods(), count)]


def test_unknown_plans():
    with pytest.raises(UnknownPlan):
        plan("gold")


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_plan_costs_something_a_month(code):
    assert plan(code).monthly_price > 0


def test_monthly_periods():
    assert starts(subscription(), 3) == ["2024-01-10", "2024-02-10", "2024-03-10"]


def test_periods_follow_each_other():
    first, second = islice(subscription().periods(), 2)
    assert first.end == second.start


def test_quarterly_periods():
    assert starts(subscription("team-quarter"), 3) == ["2024-01-10", "2024-04-10", "2024-07-10"]


def test_yearly_periods_start_after_the_trial():
    assert starts(subscription("plus-year"), 2) == ["2024-01-24", "2025-01-24"]


def test_the_last_day_of_january():
    assert starts(subscription(began=date(2024, 1, 31)), 5) == [
        "2024-01-31",
        "2024-02-29",
        "2024-03-31",
        "2024-04-30",
        "2024-05-31",
    ]


def test_states_of_a_trial():
    found = subscription("plus")
    assert found.state(date(2024, 1, 23)) is State.TRIAL
    assert found.state(date(2024, 1, 24)) is State.ACTIVE


def test_a_trial_ends_at_once():
    found = subscription("plus")
    assert found.cancel(date(2024, 1, 12)) == date(2024, 1, 12)
    assert found.state(date(2024, 1, 12)) is State.CANCELLED


def test_a_paid_period_runs_to_its_end():
    found = subscription()
    assert found.cancel(date(2024, 2, 20)) == date(2024, 3, 10)
    assert found.state(date(2024, 3, 9)) is State.ACTIVE


def test_cancelling_twice():
    found = subscription()
    found.cancel(date(2024, 2, 20))
    with pytest.raises(WrongState):
        found.cancel(date(2024, 2, 21))


def test_the_period_on_a_day():
    found = subscription()
    assert found.period_on(date(2024, 1, 9)) is None
    assert found.period_on(date(2024, 2, 10)).number == 1
