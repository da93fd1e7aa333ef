from calendar import monthrange
from datetime import date, timedelta
from itertools import islice, pairwise

import pytest

from subs import Biller, Store
from subs.plans import plan
from subs.proration import switch
from subs.subscriptions import Subscription


def last_possible(day, year, month):
    return date(year, month, min(day, monthrange(year, month)[1]))


@pytest.mark.parametrize("day", [1, 15, 27, 28, 29, 30, 31])
@pytest.mark.parametrize(("code", "step"), [("basic", 1), ("team-quarter", 3)])
@pytest.mark.parametrize("month", [1, 3, 8, 12])
def test_every_period_starts_on_its_day_or_the_last_of_the_month(day, code, step, month):
    found = Subscription(1, plan(code), date(2023, month, day))
    for number, period in enumerate(islice(found.periods(), 40)):
        index = 2023 * 12 + month - 1 + number * step
        assert period.number == number
        assert period.start == last_possible(day, index // 12, index % 12 + 1)


@pytest.mark.parametrize("day", [28, 29, 30, 31])
def test_periods_leave_no_gap(day):
    found = Subscription(1, plan("basic"), date(2023, 1, day))
    periods = list(islice(found.periods(), 30))
    assert all(a.end == b.start for a, b in pairwise(periods))


def test_leap_days_come_back():
    found = Subscription(1, plan("plus-year"), date(2024, 2, 15))
    assert found.first_bill == date(2024, 2, 29)
    starts = [period.start for period in islice(found.periods(), 5)]
    assert starts == [
        date(2024, 2, 29),
        date(2025, 2, 28),
        date(2026, 2, 28),
        date(2027, 2, 28),
        date(2028, 2, 29),
    ]


def test_nightly_runs_and_one_late_run_bill_the_same_days():
    def bills(nights):
        store = Store()
        store.add_customer("Ann")
        store.subscribe(1, "basic", date(2023, 10, 31))
        biller = Biller(store)
        for night in nights:
            biller.run(night)
        return [invoice.day for invoice in store.invoices]

    every_night = [date(2023, 10, 31) + timedelta(n) for n in range(400)]
    assert bills(every_night) == bills(every_night[-1:])
    assert date(2024, 3, 31) in bills(every_night)


def test_cancelling_and_switching_after_a_short_month():
    found = Subscription(1, plan("basic"), date(2023, 1, 31))
    assert switch(found, plan("team"), date(2023, 3, 30)).charge == round(4900 / 31)
    assert found.cancel(date(2023, 3, 30)) == date(2023, 3, 31)
