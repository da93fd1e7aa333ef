import random

from roster import Shift, last_end, report


def test_without_shifts():
    assert last_end([]) == 0
    assert report([]) == "done at hour 0"


def test_the_latest_end_not_the_latest_start():
    assert last_end([Shift("a", 0, 30), Shift("b", 20, 2)]) == 30


def test_any_order():
    numbers = random.Random(1)
    shifts = [Shift("a", numbers.randrange(100), numbers.randrange(1, 12)) for _ in range(20)]
    wanted = max(shift.start + shift.hours for shift in shifts)
    for _ in range(5):
        numbers.shuffle(shifts)
        assert last_end(shifts) == wanted


def test_one_shift():
    assert report([Shift("x", 3, 2)]) == "x: 2 h\ndone at hour 5"
