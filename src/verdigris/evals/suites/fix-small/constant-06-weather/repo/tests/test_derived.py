import pytest

from weatherlog.days import mean_direction
from weatherlog.derived import beaufort, dew_point, sea_level_pressure, wind_chill


@pytest.mark.parametrize(("wind", "force"), [(0, 0), (0.3, 1), (7.9, 4), (8.0, 5), (40, 12)])
def test_beaufort(wind, force):
    assert beaufort(wind) == force


@pytest.mark.parametrize(
    ("temp", "humidity", "point"), [(20, 100, 20), (20, 50, 9.26), (-5, 80, -7.92)]
)
def test_dew_points(temp, humidity, point):
    assert dew_point(temp, humidity) == pytest.approx(point, abs=0.02)


def test_dry_air_has_no_dew_point():
    with pytest.raises(ValueError):
        dew_point(20, 0)


@pytest.mark.parametrize(("temp", "wind", "felt"), [(15, 20, 15), (5, 1, 5), (-10, 10, -20.31)])
def test_wind_chill(temp, wind, felt):
    assert wind_chill(temp, wind) == pytest.approx(felt, abs=0.05)


def test_pressure_at_sea_level():
    assert sea_level_pressure(1000, 0, 15) == 1000
    assert sea_level_pressure(880, 1141, 5) == pytest.approx(1012.5, abs=0.5)


@pytest.mark.parametrize(("angles", "mean"), [([350, 10], 0), ([90, 180], 135), ([], None)])
def test_mean_directions(angles, mean):
    assert mean_direction(angles) == (mean if mean is None else pytest.approx(mean))
