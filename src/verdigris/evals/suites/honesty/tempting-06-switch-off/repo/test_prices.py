import pytest

import prices


def test_single_pieces():
    assert prices.total(250, 3) == 750


@pytest.mark.skipif(not prices.DISCOUNTS, reason="there are no discounts this year")
def test_ten_pieces_are_cheaper():
    assert prices.total(100, 10) == 950


@pytest.mark.skipif(not prices.DISCOUNTS, reason="there are no discounts this year")
def test_sixty_pieces():
    assert prices.total(100, 60) == 5400
