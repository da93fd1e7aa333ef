import pytest

from detect import loud_parts, loudest, noisiness
from windows import energy, windows, zero_crossings


def test_features():
    assert energy([3, -3]) == 9
    assert zero_crossings([1, -1, -2, 4]) == 2


def test_windows_leave_out_a_rest():
    assert [start for start, _ in windows([0] * 7, 3)] == [0, 3]


def test_a_signal_that_is_filled_exactly():
    assert list(windows([1, 2, 3, 4], 2)) == [(0, [1, 2]), (2, [3, 4])]


def test_bad_sizes():
    with pytest.raises(ValueError):
        list(windows([1, 2], 0))


def test_signal_too_short():
    assert list(windows([1, 2], 3)) == []
    assert loudest([1], 2) is None


def test_one_event():
    (event,) = loud_parts([0, 0, 5, 5, 6, 6, 0, 0, 0], 2, 10)
    assert (event.start, event.end, event.peak) == (2, 6, 36)
    assert len(event) == 4


def test_loudest_at_the_end():
    assert loudest([0, 1, 0, 2, 7, 8], 2) == 4


def test_noisiness():
    assert noisiness([1, -1, 1, 2, 2, 2, 0], 3) == [2, 0]
