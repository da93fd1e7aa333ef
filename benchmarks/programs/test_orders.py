import pytest
from orders import Order
from prices import discount, line_total, rounded, shipping, tax


@pytest.fixture
def order():
    order = Order()
    order.add("pen", 2.0, 3)
    order.add("ink", 6.5)
    return order


def test_an_empty_order_is_free():
    assert Order().to_pay() == 0


def test_pieces_are_counted(order):
    assert order.pieces == 4


def test_more_of_the_same_adds_up(order):
    order.add("pen", 2.0)
    assert order.lines["pen"] == (2.0, 4)


def test_some_are_taken_away(order):
    order.remove("pen", 2)
    assert order.lines["pen"] == (2.0, 1)


def test_all_are_taken_away(order):
    order.remove("ink")
    assert "ink" not in order.lines


def test_the_net_price(order):
    assert order.net() == 12.5


def test_the_gross_price(order):
    assert order.gross() == 15.0


def test_small_orders_pay_for_shipping(order):
    assert order.to_pay() == 20.0


def test_large_orders_do_not():
    order = Order(rate=10)
    order.add("desk", 200)
    assert order.to_pay() == 220.0


def test_express_costs_more(order):
    assert order.to_pay(express=True) == 30.0


def test_the_cheapest(order):
    assert order.cheapest() == "pen"


def test_nothing_is_cheapest_in_an_empty_order():
    assert Order().cheapest() is None


@pytest.mark.parametrize(("quantity", "share"), [(9, 0.0), (10, 0.1), (99, 0.1), (100, 0.2)])
def test_discounts(quantity, share):
    assert discount(quantity) == share


def test_a_line_with_a_discount():
    assert line_total(3, 10) == 27


def test_a_negative_quantity_is_refused():
    with pytest.raises(ValueError):
        line_total(1, -1)


def test_shipping():
    assert (shipping(19), shipping(20), shipping(20, express=True)) == (5, 0, 10)


def test_rounding():
    assert (rounded(1.005001), rounded(2.344)) == (1.01, 2.34)


def test_tax():
    assert tax(50, 20) == 10
