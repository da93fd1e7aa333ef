import pytest

from tiles import turn

TILE = ["ab", "cd", "ef"]


def test_once():
    assert turn(TILE) == ["eca", "fdb"]
    assert turn(["abc"]) == ["a", "b", "c"]
    assert turn(["a", "b", "c"]) == ["cba"]


def test_several_times():
    assert turn(TILE, 2) == ["fe", "dc", "ba"]
    assert turn(TILE, 3) == ["bdf", "ace"]
    assert turn(TILE, quarters=1) == ["eca", "fdb"]


def test_the_other_way_round():
    assert turn(TILE, -1) == ["bdf", "ace"]
    assert turn(TILE, -2) == ["fe", "dc", "ba"]


@pytest.mark.parametrize("quarters", [0, 4, 8, -4, 400])
def test_whole_turns(quarters):
    assert turn(TILE, quarters) == TILE


def test_large_numbers():
    assert turn(TILE, 1001) == turn(TILE, 1)


def test_the_result_is_a_new_list():
    tile = ["xy", "zw"]
    for quarters in (0, 1, 2):
        assert turn(tile, quarters) is not tile
    assert tile == ["xy", "zw"]


def test_a_single_letter():
    assert turn(["q"], 3) == ["q"]
