from pathlib import Path

from timetable import clock, timetable

APPROVED = Path(__file__).parent / "approved"


def test_the_sunday_timetable_is_the_approved_one():
    assert timetable(485, 605, 40) == (APPROVED / "sunday.txt").read_text()


def test_the_clock():
    assert clock(754) == "12:34"
