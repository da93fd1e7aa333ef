import pytest

from garden import Garden
from pumps import Pump


@pytest.mark.parametrize("rate", [0.5, 1.0, 4.0, 12.5])
@pytest.mark.parametrize("warm", [0, 5, 59, 120])
@pytest.mark.parametrize("hours", [0, 0.5, 1, 3])
def test_by_the_minute(rate, warm, hours):
    flowing = max(0, hours * 60 - warm)
    assert Pump("x", rate, warm_up=warm).moved(hours) == pytest.approx(rate * flowing)


def test_several_runs():
    garden = Garden(tank=100)
    pump = Pump("x", 0.5)
    assert [garden.water(pump, 1) for _ in range(4)] == [30, 30, 30, 10]
    assert garden.used == 100
