import pytest

from diary import Diary, common_gaps, first_meeting
from spans import Span, clock


@pytest.mark.parametrize("minutes", [1, 5, 15, 30, 59, 60, 90, 240])
def test_exactly_as_long(minutes):
    d = Diary("x", Span(600, 1200))
    d.book(f"10:00-{clock(700)}")
    d.book(f"{clock(700 + minutes)}-20:00")
    assert common_gaps([d], minutes) == [Span(700, 700 + minutes)]
    assert first_meeting([d], minutes) == Span(700, 700 + minutes)
    assert first_meeting([d], minutes + 1) is None


def test_the_whole_day():
    assert first_meeting([Diary("x")], 480) == Span(540, 1020)
    assert first_meeting([Diary("x")], 481) is None


def test_fits_at_the_end_of_the_day():
    d = Diary("x")
    d.book("09:00-16:30")
    assert str(first_meeting([d], 30)) == "16:30-17:00"
    assert first_meeting([d], 31) is None


def test_between_two_diaries():
    a, b = Diary("a"), Diary("b")
    a.book("09:00-13:00")
    b.book("13:45-17:00")
    assert str(first_meeting([a, b], 45)) == "13:00-13:45"
    assert first_meeting([a, b], 46) is None


def test_longer_gaps_come_too():
    d = Diary("x")
    d.book("10:00-11:00")
    d.book("11:20-12:00")
    assert [str(g) for g in common_gaps([d], 20)] == ["09:00-10:00", "11:00-11:20", "12:00-17:00"]
