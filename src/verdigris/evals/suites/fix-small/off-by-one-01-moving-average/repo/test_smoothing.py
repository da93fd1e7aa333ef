import pytest

from smoothing import changes, moving_average, peaks, rising


def test_a_window_of_two():
    assert moving_average([1, 3, 5, 9], 2) == [2, 4, 7]


def test_a_window_as_wide_as_the_series_gives_one_value():
    assert moving_average([2, 4, 9], 3) == [5]


def test_too_few_readings_give_nothing():
    assert moving_average([2, 4], 3) == []


def test_no_window():
    with pytest.raises(ValueError):
        moving_average([1], 0)


def test_changes():
    assert changes([4, 4, 7]) == [0, 3]


def test_a_steady_level_does_not_rise():
    assert not rising([5, 5, 5, 5], 2)


def test_peaks():
    assert peaks([1, 8, 2, 9], 5) == [1, 3]
