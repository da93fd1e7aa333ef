import random
import statistics

import pytest

from measure.pairs import Pairs
from measure.report import line
from measure.running import Running


def sample(seed, count):
    rng = random.Random(seed)
    return [rng.uniform(-50, 50) for _ in range(count)]


@pytest.mark.parametrize("count", [2, 3, 5, 40])
@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_the_standard_library(seed, count):
    xs, ys = sample(seed, count), sample(seed + 100, count)
    assert Running(xs).variance == pytest.approx(statistics.variance(xs))
    assert Running(xs).deviation == pytest.approx(statistics.stdev(xs))
    pairs = Pairs(zip(xs, ys, strict=True))
    assert pairs.covariance == pytest.approx(statistics.covariance(xs, ys))
    assert pairs.correlation == pytest.approx(statistics.correlation(xs, ys))
    assert pairs.slope == pytest.approx(statistics.linear_regression(xs, ys).slope)


@pytest.mark.parametrize("cut", [0, 1, 3, 10])
def test_merging_at_any_place(cut):
    values = sample(9, 10)
    merged = Running(values[:cut]).merged(Running(values[cut:]))
    assert merged.variance == pytest.approx(statistics.variance(values))
    merged.add(3.5)
    assert merged.variance == pytest.approx(statistics.variance([*values, 3.5]))


def test_a_value_moves_with_itself():
    xs = sample(4, 6)
    pairs = Pairs(zip(xs, xs, strict=True))
    assert pairs.covariance == pytest.approx(pairs.x.variance)
    assert pairs.correlation == pytest.approx(1)


def test_the_line_shows_the_sample_deviation():
    assert line("depth", [2, 4, 9]) == "depth: 5.00 ± 3.61 (n=3), 1 suspicious"
