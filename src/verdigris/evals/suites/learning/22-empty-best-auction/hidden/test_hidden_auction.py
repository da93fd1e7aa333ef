import pytest

from catalogue import line, takings
from lots import Lot


@pytest.mark.parametrize("start", [1, 5, 400])
def test_without_a_bid(start):
    lot = Lot(7, "clock", start)
    assert lot.highest() == 0
    assert lot.next_bid() == start
    assert line(lot) == f"  7 clock from {start}"
    with pytest.raises(ValueError):
        lot.place("x", start - 1)
    assert lot.bids == []
    lot.place("x", start)
    assert lot.next_bid() == start + 1


def test_takings_of_nothing():
    assert takings([]) == 0
    assert takings([Lot(1, "a", 9), Lot(2, "b")]) == 0
