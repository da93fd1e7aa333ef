import random
from math import inf

import pytest

from metrics import Histogram


@pytest.mark.parametrize("seed", range(6))
def test_cumulative_counts_are_what_the_bounds_say(seed):
    rng = random.Random(seed)
    bounds = sorted(rng.sample(range(30), 6))
    values = [rng.randrange(-5, 40) for _ in range(200)]
    histogram = Histogram("h", "H.", bounds)
    for value in values:
        histogram.observe(value)
    expected = [sum(value <= bound for value in values) for bound in (*bounds, inf)]
    assert histogram.cumulative() == expected
    assert histogram.count == 200


def test_infinite_observations_go_to_the_last_bucket():
    histogram = Histogram("h", "H.", (1,))
    histogram.observe(inf)
    assert histogram.cumulative() == [0, 1]


def test_every_default_bound_takes_its_own_value():
    for place, bound in enumerate(Histogram("h", "H.").bounds):
        histogram = Histogram("h", "H.")
        histogram.observe(bound)
        assert histogram.cumulative().index(1) == place


def test_quantiles_on_the_bounds():
    histogram = Histogram("h", "H.", (1, 2, 3, 4))
    for value in (1, 2, 3, 4):
        histogram.observe(value)
    assert [histogram.quantile(q) for q in (0.25, 0.5, 0.75, 1)] == [1, 2, 3, 4]
