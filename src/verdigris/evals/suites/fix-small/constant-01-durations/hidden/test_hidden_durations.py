import random

import pytest

from durations import expired, parse, show


@pytest.mark.parametrize("days", [1, 2, 3, 6, 10, 30])
def test_days_are_twenty_four_hours(days):
    assert parse(f"{days}d") == parse(f"{24 * days}h")


def test_seven_days_are_a_week():
    assert parse("7d") == parse("1w")
    assert show(7 * 86_400) == "1w"


def test_what_is_shown_is_read_back():
    rng = random.Random(5)
    for _ in range(500):
        seconds = rng.randrange(0, 3_000_000)
        assert parse(show(seconds)) == seconds


@pytest.mark.parametrize(
    ("seconds", "text"), [(86_399, "23h59m59s"), (86_400, "1d"), (90_061, "1d1h1m1s")]
)
def test_units_are_used_up_from_the_largest(seconds, text):
    assert show(seconds) == text


def test_expiry_around_the_limit():
    assert not expired(86_400, "1d")
    assert expired(86_401, "1d")
