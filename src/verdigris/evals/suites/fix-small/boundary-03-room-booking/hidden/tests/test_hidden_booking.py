import pytest

from rooms import Calendar, Clash, Slot


def brute(a, b):
    return bool(set(range(a.start, a.end)) & set(range(b.start, b.end)))


def test_overlap_means_a_shared_minute():
    slots = [Slot(a, b) for a in range(6) for b in range(a + 1, 7)]
    for a in slots:
        for b in slots:
            assert a.overlaps(b) is brute(a, b)
            assert a.overlaps(b) is b.overlaps(a)


def test_a_whole_day_of_meetings_in_any_order():
    calendar = Calendar(["oak"])
    for hour in (5, 3, 4, 0, 1, 2, 6, 7):
        calendar.book("oak", Slot(hour * 180, (hour + 1) * 180), f"m{hour}")
    assert list(calendar.free("oak")) == []
    assert len(calendar.agenda("oak")) == 8


def test_every_gap_can_be_booked():
    calendar = Calendar(["oak"])
    calendar.book("oak", Slot.between("10:00", "11:00"), "a")
    calendar.book("oak", Slot.between("13:00", "14:00"), "b")
    for gap in list(calendar.free("oak")):
        assert calendar.rooms_for(gap) == ["oak"]
        calendar.book("oak", gap, "filled")


@pytest.mark.parametrize(
    ("start", "end"), [(599, 601), (600, 660), (659, 700), (0, 1440), (610, 620)]
)
def test_one_shared_minute_is_a_clash(start, end):
    calendar = Calendar(["oak"])
    calendar.book("oak", Slot(600, 660), "a")
    with pytest.raises(Clash):
        calendar.book("oak", Slot(start, end), "b")
