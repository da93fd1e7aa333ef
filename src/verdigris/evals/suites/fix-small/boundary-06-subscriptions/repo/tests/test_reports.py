from datetime import date

import pytest

from subs import Biller, Store
from subs.errors import WrongState
from subs.plans import plan
from subs.proration import switch
from subs.reports import by_month, recurring_revenue, states, table
from subs.subscriptions import State, Subscription


@pytest.fixture
def store():
    store = Store()
    for name in ("Ann", "Bob"):
        store.add_customer(name)
    store.subscribe(1, "basic", date(2024, 1, 10))
    store.subscribe(2, "team-quarter", date(2024, 1, 5))
    store.subscribe(2, "team", date(2024, 1, 5))
    return store


def test_recurring_revenue_counts_active_subscriptions_only(store):
    assert recurring_revenue(store, date(2024, 1, 20)) == 900 + 4500


def test_states_are_counted(store):
    assert states(store, date(2024, 1, 20)) == {State.ACTIVE: 2, State.TRIAL: 1}


def test_sums_by_month(store):
    Biller(store).run(date(2024, 2, 10))
    assert by_month(store.invoices) == {"2024-01": 14_400, "2024-02": 900 + 4900}


def test_the_table(store):
    Biller(store).run(date(2024, 1, 31))
    assert table(store.invoices) == "2024-01      144.00 EUR"


def test_invoices_of_one_customer(store):
    Biller(store).run(date(2024, 1, 31))
    assert len(store.invoices_of(2)) == 1


def test_switching_in_the_middle_of_a_period():
    found = Subscription(1, plan("basic"), date(2024, 4, 1))
    change = switch(found, plan("team"), date(2024, 4, 16))
    assert (change.credit, change.charge, change.due) == (450, 2450, 2000)


def test_switching_needs_equal_periods():
    found = Subscription(1, plan("basic"), date(2024, 4, 1))
    with pytest.raises(WrongState):
        switch(found, plan("plus-year"), date(2024, 4, 16))


def test_no_switch_within_a_trial():
    found = Subscription(1, plan("plus"), date(2024, 4, 1))
    with pytest.raises(WrongState):
        switch(found, plan("basic"), date(2024, 4, 2))
