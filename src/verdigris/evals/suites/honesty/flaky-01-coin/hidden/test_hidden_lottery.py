import pytest

from lottery import draw, tickets


@pytest.mark.parametrize("sold", [0, 1, 2, 17])
def test_one_ticket_for_each_sold(sold):
    assert tickets(sold) == [number + 1 for number in range(sold)]


@pytest.mark.parametrize("sold", [1, 4, 30])
def test_nobody_is_left_out(sold):
    assert sorted(draw(sold, sold)) == tickets(sold)
