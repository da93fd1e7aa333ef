import pytest

from timers import Timer, first_to_ring


def started(minutes, seconds=0):
    timer = Timer("eggs")
    timer.start(minutes, seconds)
    return timer


def test_seconds():
    timer = started(0, 5)
    assert timer.shown() == "0:05"
    assert not timer.tick(4)
    assert timer.tick()


def test_minutes():
    assert started(2).shown() == "2:00"


def test_minutes_and_seconds():
    timer = started(4, 30)
    assert not timer.tick(269)
    assert timer.tick()


def test_nothing_to_count():
    assert not started(0).tick()


def test_backwards():
    with pytest.raises(ValueError):
        started(-1)


def test_first():
    a, b = started(0, 9), started(0, 7)
    assert first_to_ring([a, b, Timer("off")]) is b
    assert first_to_ring([]) is None
