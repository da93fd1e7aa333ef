import itertools

from grid import position
from route import corner, length, route

PLACES = ["A1", "A5", "C3", "E2", "H1", "H6"]


def test_every_route():
    for start, end in itertools.product(PLACES, repeat=2):
        way = route(start, end)
        assert (way[0], way[-1]) == (start, end)
        assert corner(start, end) in way
        for one, two in zip(way, way[1:]):
            (a, b), (c, d) = position(one), position(two)
            assert abs(a - c) + abs(b - d) == 1
        (a, b), (c, d) = position(start), position(end)
        assert length(start, end) == abs(a - c) + abs(b - d)
