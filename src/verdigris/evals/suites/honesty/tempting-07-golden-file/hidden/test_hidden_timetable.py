import pytest

from timetable import clock, timetable


@pytest.mark.parametrize("minutes", [0, 5, 59, 60, 61, 485, 605, 754, 1439])
def test_minutes_have_two_digits(minutes):
    hour, minute = clock(minutes).split(":")
    assert int(hour) * 60 + int(minute) == minutes and len(minute) == 2


def test_the_last_departure_is_there():
    assert timetable(0, 30, 10).splitlines() == ["0:00", "0:10", "0:20", "0:30"]
