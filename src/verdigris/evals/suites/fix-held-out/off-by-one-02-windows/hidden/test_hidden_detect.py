import pytest

from detect import loud_parts, loudest, noisiness
from windows import windows


@pytest.mark.parametrize("length", range(0, 14))
@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("step", [1, 2, 3, 7])
def test_every_full_window_and_no_other(length, size, step):
    samples = list(range(length))
    expected = [(s, samples[s : s + size]) for s in range(0, length, step) if s + size <= length]
    assert list(windows(samples, size, step)) == expected
    assert all(len(w) == size for _, w in windows(samples, size, step))


def test_one_window_is_the_signal():
    assert list(windows([4, 5, 6], 3)) == [(0, [4, 5, 6])]
    assert loudest([4, 5, 6], 3) == 0


def test_event_at_the_end():
    (event,) = loud_parts([0, 0, 0, 0, 9, 9], 2, 50)
    assert (event.start, event.end) == (4, 6)


def test_overlapping_windows_make_one_event():
    (event,) = loud_parts([0, 0, 9, 9, 9], 2, 80, step=1)
    assert (event.start, event.end, event.peak) == (2, 5, 81)


def test_noise_of_the_last_window():
    assert noisiness([1, 1, 1, -1], 2) == [0, 1]
