import pytest

from catalogue import hammer, line, takings
from lots import Bid, Lot


def chair():
    return Lot(1, "chair", 20, [Bid("a", 20), Bid("b", 25)])


def test_highest():
    assert chair().highest() == 25
    assert chair().next_bid() == 26


def test_bids_must_rise():
    lot = chair()
    lot.place("c", 30)
    with pytest.raises(ValueError):
        lot.place("d", 30)
    assert lot.winner() == "c"


def test_the_first_bid():
    lot = Lot(2, "vase", 50)
    lot.place("a", 50)
    assert lot.winner() == "a"


def test_the_start_is_the_least():
    assert Lot(3, "rug", 10).next_bid() == 10
    assert line(Lot(3, "rug", 10)) == "  3 rug from 10"


def test_catalogue():
    assert line(chair()) == "  1 chair at 25"
    assert hammer([chair(), Lot(2, "vase")]) == {1: "b"}


def test_takings():
    assert takings([chair(), chair()]) == 50
