import pytest

from bill import share


def test_example():
    assert share(4150, 10, 4) == 1150


def test_exact_multiples_stay():
    assert share(3000, 0, 3) == 1000
    assert share(4000, 5, 2) == 2100
    assert share(1000, 10, 1) == 1100


def test_rounds_up():
    assert share(3001, 0, 3) == 1010
    assert share(1000, 0, 3) == 340
    assert share(1, 0, 1) == 10


def test_with_tip():
    assert share(999, 20, 1) == 1200
    assert share(5050, 15, 2) == 2910


def test_nothing_to_pay():
    assert share(0, 10, 5) == 0


def test_no_people():
    with pytest.raises(ValueError):
        share(1000, 10, 0)
    with pytest.raises(ValueError):
        share(1000, 10, -1)
