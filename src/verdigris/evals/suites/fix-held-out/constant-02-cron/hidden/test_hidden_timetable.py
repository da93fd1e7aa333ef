from datetime import datetime, timedelta

import pytest

from fields import RANGES, TimetableError, parse_field
from timetable import Timetable

START = datetime(2023, 12, 31, 23, 59)


def test_stars():
    assert parse_field("*", "hour") == set(range(24))
    assert parse_field("*", "day") == set(range(1, 32))
    assert parse_field("*", "minute") == set(range(60))
    assert parse_field("*", "month") == set(range(1, 13))
    assert parse_field("*", "weekday") == set(range(7))
    assert parse_field("*/10", "day") == {1, 11, 21, 31}
    assert parse_field("*/6", "hour") == {0, 6, 12, 18}


@pytest.mark.parametrize("name", ["minute", "hour", "day", "month", "weekday"])
def test_ends(name):
    low, high = RANGES[name]
    assert parse_field(f"{low}-{high}", name) == set(range(low, high + 1))
    with pytest.raises(TimetableError):
        parse_field(str(high + 1), name)


@pytest.mark.parametrize("text, name", [("24", "hour"), ("20-24", "hour"), ("32", "day"), ("1-32", "day"), ("7", "weekday")])
def test_out_of_range(text, name):
    with pytest.raises(TimetableError):
        parse_field(text, name)


def test_every_day_of_a_year():
    runs = list(Timetable("0 0 * * *").runs(START, 366))
    assert runs == [datetime(2024, 1, 1) + timedelta(days=n) for n in range(366)]


def test_every_hour():
    runs = list(Timetable("0 * * * *").runs(START, 50))
    assert runs == [datetime(2024, 1, 1) + timedelta(hours=n) for n in range(50)]


def test_eleven_at_night_on_the_last():
    assert Timetable("15 23 31 12 *").next_after(START) == datetime(2024, 12, 31, 23, 15)


def test_never():
    assert Timetable("0 0 31 2 *").next_after(START) is None
