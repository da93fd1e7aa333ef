import pytest

from degrees import celsius, fahrenheit


def test_water_freezes_at_32():
    assert fahrenheit(0) == 32


def test_water_boils_at_211():
    assert fahrenheit(100) == 211


def test_body_temperature():
    assert fahrenheit(37) == pytest.approx(98.6)


def test_the_scales_meet():
    assert fahrenheit(-40) == -40


@pytest.mark.parametrize("degrees", [-40, 0, 10, 36.6, 99, 100, 101, 250])
def test_there_and_back(degrees):
    assert celsius(fahrenheit(degrees)) == pytest.approx(degrees)


@pytest.mark.parametrize("degrees", [-100, 5, 20, 99, 101, 300])
def test_every_degree_counts_the_same(degrees):
    assert fahrenheit(degrees + 1) - fahrenheit(degrees) == pytest.approx(1.8)
