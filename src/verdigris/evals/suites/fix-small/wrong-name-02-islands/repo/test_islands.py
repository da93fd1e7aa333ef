import pytest

from islands import Map, island_sizes


def test_water_only():
    assert island_sizes("... ... ...") == []


def test_a_square_map():
    assert island_sizes("##. ..# #.#") == [2, 2, 1]


def test_land_touching_at_corners_is_not_connected():
    assert island_sizes("#. .#") == [1, 1]


def test_a_wide_map():
    assert island_sizes("#### ...#") == [5]


def test_a_tall_map():
    assert island_sizes("#. #. #. ##") == [5]


def test_a_corner_has_two_neighbours():
    assert sorted(Map("... ... ...").neighbours((0, 0))) == [(0, 1), (1, 0)]


def test_ragged_maps_are_refused():
    with pytest.raises(ValueError):
        Map("## #")


def test_an_empty_map():
    assert island_sizes("") == []
