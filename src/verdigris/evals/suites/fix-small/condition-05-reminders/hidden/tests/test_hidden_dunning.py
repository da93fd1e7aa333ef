from datetime import date, timedelta

import pytest

from dunning.invoices import Invoice
from dunning.run import reminders

DUE = date(2024, 1, 31)


@pytest.mark.parametrize("late", [7, 21, 42, 300])
@pytest.mark.parametrize(
    ("paid", "asked"), [(9_999, 1), (10_000, None), (10_001, None), (1, 9_999)]
)
def test_only_what_is_open_is_asked_for(late, paid, asked):
    invoice = Invoice("R1", "Ann", 10_000, DUE)
    invoice.pay(DUE, paid)
    found = reminders([invoice], DUE + timedelta(late))
    if asked is None:
        assert found == []
    else:
        assert [reminder.amount - reminder.level.fee for reminder in found] == [asked]


def test_a_paid_invoice_is_not_noted_as_reminded():
    sent = {}
    invoice = Invoice("R1", "Ann", 500, DUE)
    invoice.pay(DUE, 500)
    reminders([invoice], DUE + timedelta(50), sent)
    assert sent == {}


def test_credit_notes_are_never_reminded():
    assert reminders([Invoice("C1", "Ann", -500, DUE)], DUE + timedelta(50)) == []


def test_invoices_after_a_paid_one_are_still_seen():
    many = [Invoice(f"R{n}", "Ann", 100, DUE) for n in range(6)]
    for paid in many[::2]:
        paid.pay(DUE, 100)
    found = reminders(many, DUE + timedelta(8))
    assert [reminder.invoice for reminder in found] == ["R1", "R3", "R5"]
