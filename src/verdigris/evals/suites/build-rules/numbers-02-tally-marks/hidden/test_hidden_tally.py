import pytest

from tally import count_marks, tally


def test_less_than_a_group():
    assert tally(0) == ""
    assert tally(1) == "|"
    assert tally(4) == "||||"


def test_whole_groups():
    assert tally(5) == "||||/"
    assert tally(10) == "||||/ ||||/"


def test_groups_and_a_rest():
    assert tally(7) == "||||/ ||"
    assert tally(13) == "||||/ ||||/ |||"


def test_counting():
    assert count_marks("") == 0
    assert count_marks("|||") == 3
    assert count_marks("||||/") == 5
    assert count_marks("||||/ ||||/ |") == 11


@pytest.mark.parametrize("n", range(0, 30))
def test_there_and_back(n):
    assert count_marks(tally(n)) == n


def test_negative_numbers():
    with pytest.raises(ValueError):
        tally(-1)
