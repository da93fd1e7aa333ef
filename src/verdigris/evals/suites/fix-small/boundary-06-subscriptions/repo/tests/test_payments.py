from datetime import date

from subs.invoices import Invoice
from subs.payments import Payment, standings


def invoice(number, day, price, customer=1):
    return Invoice(number, customer, date(2024, 1, day), "Basic", price)


BILLS = [invoice("b", 20, 300), invoice("a", 10, 200), invoice("c", 25, 50)]


def test_an_unpaid_account():
    standing = standings(BILLS, [])[1]
    assert [found.number for found in standing.open] == ["a", "b", "c"]
    assert standing.owed == 550


def test_the_oldest_invoice_is_settled_first():
    standing = standings(BILLS, [Payment(1, date(2024, 1, 30), 200)])[1]
    assert [found.number for found in standing.open] == ["b", "c"]


def test_younger_invoices_wait_for_older_ones():
    standing = standings(BILLS, [Payment(1, date(2024, 1, 30), 300)])[1]
    assert [found.number for found in standing.open] == ["b", "c"]
    assert (standing.credit, standing.owed) == (100, 250)


def test_customers_do_not_pay_for_each_other():
    found = standings(
        [*BILLS, invoice("d", 3, 70, customer=2)], [Payment(1, date(2024, 2, 1), 999)]
    )
    assert found[1].owed == -449
    assert found[2].owed == 70
