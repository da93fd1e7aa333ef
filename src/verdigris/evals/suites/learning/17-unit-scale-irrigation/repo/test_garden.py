import pytest

from garden import LARGE, SMALL, Garden
from pumps import Pump


@pytest.fixture
def garden():
    garden = Garden(tank=1000)
    garden.plant("beans", 90)
    garden.plant("peas", 40)
    return garden


def test_need(garden):
    assert garden.need() == 130


def test_an_hour_of_the_small_pump(garden):
    assert garden.water(SMALL, 1) == 120
    assert (garden.tank, garden.used) == (880, 120)


def test_warm_up():
    assert LARGE.moved(0) == 0
    assert Pump("slow", 1.0, warm_up=30).moved(1) == 30


def test_no_more_than_there_is():
    garden = Garden(tank=5)
    assert garden.water(Pump("huge", 500.0), 3) == 5
    assert garden.tank == 0


def test_enough(garden):
    assert not garden.enough(SMALL, 1)
    assert garden.enough(SMALL, 2)
