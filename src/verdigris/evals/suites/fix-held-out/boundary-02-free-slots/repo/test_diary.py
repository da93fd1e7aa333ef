import pytest

from diary import Diary, common_gaps, first_meeting, gaps
from spans import Span, merged, parse


def diary(*spans):
    d = Diary("x")
    for span in spans:
        d.book(span)
    return d


def test_parse_and_print():
    assert str(parse("09:05-10:30")) == "09:05-10:30"
    with pytest.raises(ValueError):
        Span(5, 4)


def test_merged():
    assert merged([Span(5, 8), Span(1, 3), Span(3, 4), Span(6, 7)]) == [Span(1, 4), Span(5, 8)]


def test_gaps():
    assert [str(g) for g in gaps([parse("10:00-11:00")], parse("09:00-17:00"))] == ["09:00-10:00", "11:00-17:00"]


def test_an_empty_diary():
    assert str(first_meeting([diary()], 45)) == "09:00-09:45"


def test_a_gap_that_just_fits():
    d = diary("09:00-11:00", "11:30-17:00")
    assert str(first_meeting([d], 30)) == "11:00-11:30"


def test_two_people():
    a, b = diary("09:00-12:00"), diary("12:30-15:00")
    assert [str(g) for g in common_gaps([a, b], 20)] == ["12:00-12:30", "15:00-17:00"]


def test_no_time():
    assert first_meeting([diary("08:00-18:00")], 5) is None


def test_too_short():
    assert first_meeting([diary("09:00-16:50")], 15) is None
