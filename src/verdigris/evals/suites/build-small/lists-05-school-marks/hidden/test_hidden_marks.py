import pytest
from marks import fair_average


def test_some_marks():
    assert fair_average([4, 8, 10]) == pytest.approx(9)


def test_the_lowest_is_not_first():
    assert fair_average([7, 9, 2, 8]) == pytest.approx(8)


def test_not_a_whole_number():
    assert fair_average([1, 6, 7]) == pytest.approx(6.5)
    assert fair_average([5, 6, 8, 9]) == pytest.approx(23 / 3)


def test_the_lowest_several_times():
    assert fair_average([3, 3, 9]) == pytest.approx(6)
    assert fair_average([5, 5, 5, 5]) == pytest.approx(5)


def test_two_marks():
    assert fair_average([6, 10]) == pytest.approx(10)


def test_one_mark():
    assert fair_average([7]) == pytest.approx(7)
