import pytest

from rooms import Slot
from rooms.slots import minutes


def test_times_are_read():
    assert minutes("09:30") == 570
    assert minutes("24:00") == 1440


@pytest.mark.parametrize("clock", ["25:00", "10:75", "-1:00"])
def test_impossible_times(clock):
    with pytest.raises(ValueError):
        minutes(clock)


def test_a_slot_shows_its_times():
    assert str(Slot.between("9", "10:05")) == "09:00-10:05"


def test_a_slot_inside_another_overlaps():
    assert Slot(60, 120).overlaps(Slot(80, 90))
    assert Slot(80, 90).overlaps(Slot(60, 120))
