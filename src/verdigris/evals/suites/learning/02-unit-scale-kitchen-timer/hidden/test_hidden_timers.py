import pytest

from timers import Timer, first_to_ring


@pytest.mark.parametrize("minutes", [0, 1, 3, 10, 75])
@pytest.mark.parametrize("seconds", [0, 1, 30, 59])
def test_every_setting(minutes, seconds):
    timer = Timer("x")
    timer.start(minutes, seconds)
    assert timer.shown() == f"{minutes}:{seconds:02d}"
    ticks = 0
    while timer.running:
        timer.tick()
        ticks += 1
    assert ticks == minutes * 60 + seconds


def test_more_seconds_than_a_minute():
    timer = Timer("x")
    timer.start(1, 90)
    assert timer.shown() == "2:30"
    other = Timer("y")
    other.start(2)
    assert first_to_ring([timer, other]) is other
