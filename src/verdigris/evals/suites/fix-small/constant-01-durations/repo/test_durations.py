import pytest

from durations import expired, parse, show


def test_seconds_and_minutes():
    assert parse("90s") == 90
    assert parse("5m") == 300


def test_parts_add_up():
    assert parse("1h30m") == 5400


def test_a_day_has_86400_seconds():
    assert parse("1d") == 86_400


def test_a_week():
    assert parse("1w") == 604_800


def test_spaces_and_capitals():
    assert parse("1H 10 M") == 4200


@pytest.mark.parametrize("text", ["", "soon", "5", "5x", "m5"])
def test_nonsense_is_refused(text):
    with pytest.raises(ValueError):
        parse(text)


def test_showing_hours_and_minutes():
    assert show(5400) == "1h30m"


def test_nothing_is_zero_seconds():
    assert show(0) == "0s"


def test_yesterdays_backup_is_kept_for_two_days():
    assert not expired(86_400 + 60, "2d")
