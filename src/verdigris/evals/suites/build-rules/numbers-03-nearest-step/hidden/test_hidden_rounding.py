import pytest

from rounding import round_to


def test_up_and_down():
    assert round_to(21, 10) == 20
    assert round_to(29, 10) == 30
    assert round_to(7, 4) == 8
    assert round_to(5, 4) == 4


def test_half_way_goes_away_from_zero():
    assert round_to(25, 10) == 30
    assert round_to(-25, 10) == -30
    assert round_to(5, 10) == 10
    assert round_to(-6, 4) == -8


def test_negative_values():
    assert round_to(-21, 10) == -20
    assert round_to(-29, 10) == -30


def test_what_is_a_multiple_already():
    assert round_to(40, 10) == 40
    assert round_to(0, 7) == 0
    assert round_to(13, 1) == 13


def test_large_numbers_are_exact():
    assert round_to(10**30 + 4, 10) == 10**30
    assert round_to(10**30 + 5, 10) == 10**30 + 10
    assert isinstance(round_to(10**20, 3), int)


@pytest.mark.parametrize("step", [0, -5])
def test_steps_that_are_none(step):
    with pytest.raises(ValueError):
        round_to(3, step)
