import pytest

from rooms import Calendar, Clash, Slot, UnknownRoom


@pytest.fixture
def calendar():
    calendar = Calendar(["oak", "elm"])
    calendar.book("oak", Slot.between("10:00", "11:00"), "planning")
    return calendar


def test_a_meeting_right_after_another(calendar):
    calendar.book("oak", Slot.between("11:00", "12:00"), "review")
    assert calendar.agenda("oak") == ["10:00-11:00 planning", "11:00-12:00 review"]


def test_overlapping_meetings_clash(calendar):
    with pytest.raises(Clash, match="planning"):
        calendar.book("oak", Slot.between("10:30", "11:30"), "review")


def test_another_room_is_free(calendar):
    assert calendar.rooms_for(Slot.between("10:15", "10:45")) == ["elm"]


def test_free_time(calendar):
    assert [str(slot) for slot in calendar.free("oak")] == ["00:00-10:00", "11:00-24:00"]


def test_unknown_rooms(calendar):
    with pytest.raises(UnknownRoom):
        calendar.agenda("ash")


def test_a_cancelled_slot_can_be_booked_again(calendar):
    slot = Slot.between("10:00", "11:00")
    assert calendar.cancel("oak", slot) == "planning"
    calendar.book("oak", slot, "review")
