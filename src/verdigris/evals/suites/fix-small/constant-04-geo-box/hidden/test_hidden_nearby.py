import random

import pytest

from nearby.box import box_around
from nearby.points import Point, distance_km
from nearby.table import Table


@pytest.mark.parametrize("lat", [-85, -60, -33, -5, 0, 12, 45, 51.5, 70, 84])
@pytest.mark.parametrize("km", [1, 50, 300])
def test_no_place_is_missed(lat, km):
    rng = random.Random(f"{lat} {km}")
    centre = Point(lat, 20)
    high = km / 100
    places = {
        f"p{n}": Point(
            max(-90, min(90, lat + rng.uniform(-high, high))),
            20 + rng.uniform(-1, 1) * min(150, 14 * high),
        )
        for n in range(300)
    }
    expected = {name for name, point in places.items() if distance_km(centre, point) <= km}
    assert set(Table(places).within(centre, km)) == expected


def test_boxes_are_the_same_north_and_south():
    for lat in (10, 40, 80):
        north, south = box_around(Point(lat, 5), 50), box_around(Point(-lat, 5), 50)
        assert north.east == pytest.approx(south.east)
        assert north.north == pytest.approx(-south.south)


def test_boxes_grow_wider_towards_the_poles_but_not_absurdly():
    widths = [box_around(Point(lat, 0), 50).east for lat in range(0, 86, 5)]
    assert widths == sorted(widths)
    assert widths[12] == pytest.approx(0.92, abs=0.03)
