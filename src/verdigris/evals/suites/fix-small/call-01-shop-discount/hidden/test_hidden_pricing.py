import pytest
from pricing import Basket, reduced


@pytest.mark.parametrize("percent", [1, 5, 33, 50, 99, 100])
@pytest.mark.parametrize("cents", [1, 99, 100, 2350, 100_000])
def test_total_is_the_reduced_subtotal(cents, percent):
    basket = Basket(voucher_percent=percent)
    basket.add("thing", cents)
    assert basket.total() == reduced(cents, percent)
    assert basket.total() == cents * (100 - percent) // 100


def test_a_full_voucher_is_free():
    basket = Basket(voucher_percent=100)
    basket.add("thing", 7777, 3)
    assert basket.total() == 0


def test_quantity_counts():
    basket = Basket(voucher_percent=50)
    basket.add("thing", 10, 4)
    assert basket.total() == 20
