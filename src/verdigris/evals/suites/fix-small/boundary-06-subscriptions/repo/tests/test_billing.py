from datetime import date

import pytest

from subs import Biller, Store
from subs.coupons import Coupon
from subs.errors import BadCoupon, UnknownCustomer


@pytest.fixture
def store():
    store = Store()
    store.add_customer("Ann")
    return store


def days(invoices):
    return [invoice.day.isoformat() for invoice in invoices]


def test_the_first_bill_is_due_at_once(store):
    store.subscribe(1, "basic", date(2024, 1, 10))
    assert days(Biller(store).run(date(2024, 1, 10))) == ["2024-01-10"]


def test_nothing_is_billed_twice(store):
    store.subscribe(1, "basic", date(2024, 1, 10))
    biller = Biller(store)
    biller.run(date(2024, 1, 10))
    assert biller.run(date(2024, 2, 9)) == []


def test_missed_nights_are_made_up_for(store):
    store.subscribe(1, "basic", date(2024, 1, 10))
    assert days(Biller(store).run(date(2024, 3, 20))) == ["2024-01-10", "2024-02-10", "2024-03-10"]


def test_a_year_of_bills_from_the_thirtieth(store):
    store.subscribe(1, "basic", date(2022, 11, 30))
    assert days(Biller(store).run(date(2023, 4, 30)))[2:] == [
        "2023-01-30",
        "2023-02-28",
        "2023-03-30",
        "2023-04-30",
    ]


def test_a_cancelled_subscription_is_not_billed_again(store):
    found = store.subscribe(1, "basic", date(2024, 1, 10))
    biller = Biller(store)
    biller.run(date(2024, 1, 10))
    found.cancel(date(2024, 1, 20))
    assert biller.run(date(2024, 6, 1)) == []


def test_trials_cost_nothing(store):
    store.subscribe(1, "plus", date(2024, 1, 10))
    assert Biller(store).run(date(2024, 1, 23)) == []


def test_coupons_end(store):
    store.subscribe(1, "basic", date(2024, 1, 10), Coupon("NEW", 50, periods=2))
    invoices = Biller(store).run(date(2024, 3, 10))
    assert [invoice.net for invoice in invoices] == [450, 450, 900]


def test_old_coupons_are_refused(store):
    with pytest.raises(BadCoupon):
        store.subscribe(1, "basic", date(2024, 1, 2), Coupon("OLD", 10, last_day=date(2024, 1, 1)))


def test_unknown_customers(store):
    with pytest.raises(UnknownCustomer):
        store.subscribe(7, "basic", date(2024, 1, 2))


def test_numbers_start_again_every_year(store):
    store.subscribe(1, "basic", date(2023, 12, 10))
    invoices = Biller(store).run(date(2024, 2, 10))
    assert [invoice.number for invoice in invoices] == ["2023-00001", "2024-00001", "2024-00002"]


@pytest.mark.parametrize(
    ("country", "vat_id", "tax"),
    [("DE", "", 171), ("AT", "", 180), ("AT", "ATU1", 0), ("US", "", 0)],
)
def test_tax_by_country(store, country, vat_id, tax):
    customer = store.add_customer("Bob", country, vat_id)
    store.subscribe(customer.number, "basic", date(2024, 1, 10))
    (invoice,) = Biller(store).run(date(2024, 1, 10))
    assert (invoice.tax, invoice.total) == (tax, 900 + tax)


def test_lines_of_an_invoice(store):
    store.subscribe(1, "basic", date(2024, 1, 10), Coupon("NEW", 50))
    (invoice,) = Biller(store).run(date(2024, 1, 10))
    assert invoice.lines() == [
        "Basic 2024-01: 9.00 EUR",
        "discount: -4.50 EUR",
        "tax 19 %: 0.86 EUR",
        "total: 5.36 EUR",
    ]
