import random

import pytest

from limiter import SlidingWindow


@pytest.mark.parametrize("limit", [1, 2, 5, 9])
def test_a_burst_lets_exactly_the_limit_through(limit):
    window = SlidingWindow(limit, 60)
    assert sum(window.allow("c", 0) for _ in range(20)) == limit


@pytest.mark.parametrize("seed", range(5))
def test_no_window_of_time_ever_holds_more_than_the_limit(seed):
    rng = random.Random(seed)
    window, now, passed = SlidingWindow(4, 7), 0, []
    for _ in range(300):
        now += rng.choice([0, 0, 1, 2])
        if window.allow("c", now):
            passed.append(now)
    for start in passed:
        assert sum(start <= t < start + 7 for t in passed) <= 4


def test_a_refused_request_does_not_count():
    window = SlidingWindow(1, 10)
    assert window.allow("c", 0)
    assert not window.allow("c", 9)
    assert window.allow("c", 10)


def test_allow_and_retry_after_agree():
    window = SlidingWindow(2, 5)
    for now in range(40):
        free = window.retry_after("c", now) == 0
        assert window.allow("c", now) is free
