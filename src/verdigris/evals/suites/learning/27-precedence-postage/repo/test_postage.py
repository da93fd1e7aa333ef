import pytest

from postage import cheapest, price, shown, weight_price


def test_weight():
    assert [weight_price(g) for g in (1, 1000, 1001)] == [150, 150, 300]


def test_mainland():
    assert price(500) == 550
    assert price(2500, "abroad", insured=True) == 1600


def test_islands():
    assert price(500, islands=2) == 1100


def test_islands_insured():
    assert price(1500, "home", insured=True, islands=2) == 1650


def test_zones():
    assert cheapest(100, ["abroad", "home"]) == "home"
    with pytest.raises(ValueError):
        price(1, "moon")


def test_shown():
    assert shown(1105) == "11.05"
