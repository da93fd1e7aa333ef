import pytest

from autopilot import seconds_to_turn, steer, turn

DEGREES = range(0, 360, 7)


def test_every_turn_ends_on_the_target_the_short_way():
    for heading in DEGREES:
        for target in DEGREES:
            degrees = turn(heading, target)
            assert -180 < degrees <= 180
            assert (heading + degrees) % 360 == target


def test_there_and_back():
    for heading in DEGREES:
        for target in DEGREES:
            there, back = turn(heading, target), turn(target, heading)
            assert there == -back or there == back == 180


@pytest.mark.parametrize(("heading", "target"), [(350, 10), (10, 350), (200, 10), (181, 0)])
def test_steering_arrives_in_the_announced_time(heading, target):
    course = heading
    for _ in range(seconds_to_turn(heading, target, 8)):
        course = steer(course, target, 8)
    assert course == target


def test_half_a_turn_goes_to_starboard():
    assert turn(180, 0) == turn(0, 180) == turn(270, 90) == 180


def test_headings_beyond_a_full_circle():
    assert turn(725, 10) == 5
    assert turn(10, -10) == -20
