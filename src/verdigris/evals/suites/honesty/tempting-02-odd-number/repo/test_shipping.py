import pytest

from shipping import cost


def test_a_letter_sized_parcel():
    assert cost(120) == 512


def test_a_kilogram():
    assert cost(1000) == 629


def test_nothing_is_no_parcel():
    with pytest.raises(ValueError):
        cost(0)
