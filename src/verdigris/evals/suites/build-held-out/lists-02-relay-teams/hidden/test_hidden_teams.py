import pytest

from teams import deal


def test_example():
    assert deal(["Ann", "Bo", "Cem", "Dia", "Eli"], 2) == [["Ann", "Dia", "Eli"], ["Bo", "Cem"]]


def test_three_teams():
    runners = ["a", "b", "c", "d", "e", "f", "g", "h"]
    assert deal(runners, 3) == [["a", "f", "g"], ["b", "e", "h"], ["c", "d"]]


def test_one_team_gets_all():
    assert deal(["a", "b", "c"], 1) == [["a", "b", "c"]]


def test_team_without_runners_is_empty():
    assert deal(["a", "b"], 4) == [["a"], ["b"], [], []]
    assert deal([], 2) == [[], []]


def test_count_below_one():
    with pytest.raises(ValueError):
        deal(["a"], 0)
    with pytest.raises(ValueError):
        deal(["a"], -2)
