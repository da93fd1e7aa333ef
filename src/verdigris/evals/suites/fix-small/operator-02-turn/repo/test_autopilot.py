import pytest

from autopilot import point, seconds_to_turn, steer, turn


@pytest.mark.parametrize(
    ("heading", "target", "degrees"),
    [
        (10, 90, 80),
        (90, 10, -80),
        (0, 180, 180),
        (350, 10, 20),
        (20, 330, -50),
    ],
)
def test_the_shorter_turn(heading, target, degrees):
    assert turn(heading, target) == degrees


def test_steering_stops_at_the_target():
    assert steer(88, 90, 5) == 90


def test_steering_across_north():
    assert steer(355, 30, 10) == 5


def test_points_of_the_compass():
    assert [point(d) for d in (0, 44, 100, 181, 350)] == ["N", "NE", "E", "S", "N"]


def test_time_to_turn():
    assert seconds_to_turn(0, 91, 10) == 10


def test_a_rudder_that_does_not_move():
    with pytest.raises(ValueError):
        seconds_to_turn(0, 1, 0)
