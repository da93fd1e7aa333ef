import pytest

from shifts import Shift


@pytest.mark.parametrize("start", range(0, 24, 5))
@pytest.mark.parametrize("hours", [1, 4, 8, 12, 23])
def test_end(start, hours):
    shift = Shift("x", start, hours)
    assert 0 <= shift.end() <= 23
    assert not shift.covers(shift.end())
    assert shift.covers((shift.end() - 1) % 24)


def test_midnight_is_zero():
    assert Shift("x", 16, 8).label() == "x 16-00"
