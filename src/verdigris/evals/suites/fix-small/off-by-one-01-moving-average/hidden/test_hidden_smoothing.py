import random

import pytest

from smoothing import moving_average, rising


@pytest.mark.parametrize("count", range(8))
@pytest.mark.parametrize("width", range(1, 8))
def test_how_many_values_come_out(count, width):
    assert len(moving_average([1.0] * count, width)) == max(0, count - width + 1)


def test_a_window_of_one_changes_nothing():
    assert moving_average([3, 1, 2], 1) == [3, 1, 2]


def test_the_last_value_is_the_mean_of_the_last_readings():
    rng = random.Random(3)
    readings = [rng.randrange(100) for _ in range(30)]
    for width in (1, 2, 5, 30):
        values = moving_average(readings, width)
        assert values[-1] == sum(readings[-width:]) / width
        assert values[0] == sum(readings[:width]) / width


def test_a_rise_at_the_very_end_is_seen():
    assert rising([1, 1, 1, 4], 2)
    assert not rising([1, 2, 3, 0], 2)
