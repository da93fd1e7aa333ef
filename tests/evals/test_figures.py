"""The arithmetic behind reported figures, against values worked out by hand or by simulation."""

from __future__ import annotations

import random
import statistics

import pytest

from verdigris.evals.figures.intervals import bootstrap, events, wilson


@pytest.mark.parametrize(
    ("successes", "tries", "low", "high"),
    [
        # By the closed form; the first three stand in textbooks as well.
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson(successes: int, tries: int, low: float, high: float) -> None:
    assert wilson(successes, tries) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_says_nothing() -> None:
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(("successes", "tries"), [(-1, 5), (6, 5), (1, 0)])
def test_wilson_refuses_impossible_counts(successes: int, tries: int) -> None:
    with pytest.raises(ValueError):
        wilson(successes, tries)


def test_wilson_holds_the_truth_about_as_often_as_it_says() -> None:
    numbers, held = random.Random(1), 0
    for _ in range(1000):
        successes = sum(numbers.random() < 0.8 for _ in range(60))
        low, high = wilson(successes, 60)
        held += low <= 0.8 <= high
    assert 930 <= held <= 975


def test_bootstrap_of_equal_values_is_a_point() -> None:
    assert bootstrap([4.0] * 9, statistics.fmean) == (4.0, 4.0)


def test_bootstrap_is_near_the_normal_interval_of_a_mean() -> None:
    numbers = random.Random(2)
    values = [numbers.gauss(10, 2) for _ in range(400)]
    low, high = bootstrap(values, statistics.fmean)
    reach = 1.96 * statistics.stdev(values) / 20
    mean = statistics.fmean(values)
    assert low == pytest.approx(mean - reach, abs=0.05)
    assert high == pytest.approx(mean + reach, abs=0.05)


def test_bootstrap_keeps_pairs_together() -> None:
    pairs = [(float(i), 2.0 * i) for i in range(1, 30)]
    ratio = bootstrap(pairs, lambda rows: sum(b for _, b in rows) / sum(a for a, _ in rows))
    assert ratio == pytest.approx((2.0, 2.0))


def test_bootstrap_gives_the_same_interval_every_time() -> None:
    values = [1.0, 5.0, 2.0, 8.0]
    assert bootstrap(values, statistics.median) == bootstrap(values, statistics.median)


def test_bootstrap_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError):
        bootstrap([], statistics.fmean)


@pytest.mark.parametrize(
    ("seen", "low", "high"),
    # From tables of the Poisson distribution.
    [(0, 0.0, 3.689), (1, 0.025, 5.572), (5, 1.623, 11.668), (10, 4.795, 18.390),
     (100, 81.364, 121.627)],
)  # fmt: skip
def test_rare_events_have_the_exact_interval(seen: int, low: float, high: float) -> None:
    assert events(seen) == pytest.approx((low, high), abs=0.001)


def test_fewer_events_than_none_are_refused() -> None:
    with pytest.raises(ValueError):
        events(-1)
