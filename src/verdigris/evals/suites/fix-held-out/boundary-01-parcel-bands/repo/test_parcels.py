import pytest

from parcels import TooHeavy, band, cheapest_split, is_bulky, postage


def test_light_parcels_are_in_the_first_band():
    assert band(1) == 0
    assert band(499) == 0


def test_a_limit_belongs_to_its_band():
    assert postage(1000) == 450


def test_between_the_limits():
    assert [band(g) for g in (501, 1500, 4999, 5001)] == [1, 2, 3, 4]


def test_too_heavy():
    with pytest.raises(TooHeavy):
        postage(10001)


def test_weightless_is_refused():
    with pytest.raises(ValueError):
        band(0)


def test_bulky_parcels_cost_more():
    assert is_bulky((121, 5, 5))
    assert not is_bulky((120, 60, 60))
    assert postage(700, (121, 5, 5)) == 800


def test_split():
    assert cheapest_split(901, 2) == 780
