from datetime import datetime

import pytest

from fields import TimetableError, parse_field
from timetable import Timetable

NEW_YEAR = datetime(2024, 1, 1)


def test_fields():
    assert parse_field("1,3-5", "weekday") == {1, 3, 4, 5}
    assert parse_field("*/20", "minute") == {0, 20, 40}
    assert parse_field("1-9/4", "month") == {1, 5, 9}


@pytest.mark.parametrize("text, name", [("60", "minute"), ("0", "day"), ("13", "month"), ("x", "hour"), ("*/0", "hour")])
def test_bad_fields(text, name):
    with pytest.raises(TimetableError):
        parse_field(text, name)


def test_there_is_no_hour_24():
    with pytest.raises(TimetableError):
        Timetable("0 24 * * *")


def test_every_morning():
    assert Timetable("30 6 * * *").next_after(NEW_YEAR) == datetime(2024, 1, 1, 6, 30)


def test_sundays():
    assert Timetable("0 9 * * 0").next_after(NEW_YEAR) == datetime(2024, 1, 7, 9, 0)


def test_later_than_now():
    assert Timetable("0 0 1 * *").next_after(NEW_YEAR) == datetime(2024, 2, 1)


def test_leap_day():
    assert Timetable("0 12 29 2 *").next_after(datetime(2024, 3, 1)) == datetime(2028, 2, 29, 12)


def test_the_last_day_of_long_months():
    runs = Timetable("0 0 31 * *").runs(NEW_YEAR, 3)
    assert [r.month for r in runs] == [1, 3, 5]


def test_five_fields():
    with pytest.raises(TimetableError):
        Timetable("* * *")
