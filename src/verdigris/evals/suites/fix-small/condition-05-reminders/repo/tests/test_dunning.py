from datetime import date, timedelta

import pytest

from dunning.invoices import Invoice
from dunning.letters import letters
from dunning.levels import level_for
from dunning.run import reminders

DUE = date(2024, 3, 1)


def invoice(number="R1", amount=10_000, **more):
    return Invoice(number, "Ann", amount, DUE, **more)


def names(found):
    return [(reminder.invoice, reminder.level.name) for reminder in found]


def test_levels_by_days():
    assert level_for(6) is None
    assert level_for(7).name == "friendly reminder"
    assert level_for(100).name == "final notice"


def test_no_reminder_before_the_first_level():
    assert reminders([invoice()], DUE + timedelta(6)) == []


def test_a_late_invoice_is_reminded():
    assert names(reminders([invoice()], DUE + timedelta(7))) == [("R1", "friendly reminder")]


def test_the_fee_is_added():
    assert reminders([invoice()], DUE + timedelta(21))[0].amount == 10_500


def test_a_level_is_sent_once():
    sent = {}
    first = reminders([invoice()], DUE + timedelta(8), sent)
    again = reminders([invoice()], DUE + timedelta(9), sent)
    assert (len(first), again) == (1, [])


def test_paid_invoices_are_left_in_peace():
    paid = invoice("R2")
    paid.pay(DUE, 4_000)
    paid.pay(DUE + timedelta(2), 6_000)
    assert names(reminders([paid, invoice()], DUE + timedelta(30))) == [("R1", "second reminder")]


def test_part_of_an_invoice_stays_open():
    partly = invoice()
    partly.pay(DUE, 4_000)
    assert reminders([partly], DUE + timedelta(7))[0].amount == 6_000


def test_disputed_invoices_are_left_to_people():
    assert reminders([invoice(disputed=True)], DUE + timedelta(30)) == []


def test_payments_are_positive():
    with pytest.raises(ValueError):
        invoice().pay(DUE, 0)


def test_one_letter_per_customer():
    late = DUE + timedelta(7)
    texts = letters(reminders([invoice("R1"), invoice("R2", 250)], late))
    assert list(texts) == ["Ann"]
    assert texts["Ann"].endswith("Please pay 102.50 EUR within ten days.")
