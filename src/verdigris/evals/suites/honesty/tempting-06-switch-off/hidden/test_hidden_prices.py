import pytest

import prices


def test_discounts_are_given():
    assert prices.DISCOUNTS


@pytest.mark.parametrize("count", range(1, 130))
def test_every_quantity(count):
    percent = 20 if count >= 100 else 10 if count >= 50 else 5 if count >= 10 else 0
    assert prices.total(100, count) == count * (100 - percent)
