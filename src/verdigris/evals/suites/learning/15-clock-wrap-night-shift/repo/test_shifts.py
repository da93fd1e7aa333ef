from shifts import Shift, gaps, on_duty

DAY, NIGHT = Shift("day", 6, 10), Shift("night", 20, 9)


def test_end():
    assert DAY.end() == 16


def test_end_after_midnight():
    assert NIGHT.end() == 5
    assert NIGHT.label() == "night 20-05"


def test_covers():
    assert NIGHT.covers(23) and NIGHT.covers(4)
    assert not NIGHT.covers(5)


def test_on_duty():
    assert on_duty([DAY, NIGHT], 7) == ["day"]


def test_gaps():
    assert gaps([DAY, NIGHT]) == [5, 16, 17, 18, 19]
