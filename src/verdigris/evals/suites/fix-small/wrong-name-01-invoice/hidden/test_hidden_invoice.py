import pytest

from invoice import Invoice, percent_of


@pytest.mark.parametrize("discount", [0, 3, 10, 25, 50, 99, 100])
@pytest.mark.parametrize("tax", [0, 7, 19, 20])
@pytest.mark.parametrize("price", [1, 99, 12_345])
def test_the_parts_add_up(discount, tax, price):
    invoice = Invoice(discount_percent=discount, tax_percent=tax)
    invoice.add("thing", price, 3)
    totals = invoice.totals()
    left = totals["net"] - totals["discount"]
    assert totals["tax"] == percent_of(left, tax)
    assert totals["total"] == left + totals["tax"]


def test_more_discount_never_costs_more():
    bills = []
    for discount in range(101):
        invoice = Invoice(discount_percent=discount)
        invoice.add("thing", 777, 2)
        bills.append(invoice.totals()["total"])
    assert bills == sorted(bills, reverse=True)
    assert bills[-1] == 0
