import unittest

from nearby.box import Box, box_around
from nearby.points import Point, distance_km
from nearby.table import Table

OSLO = Point(59.91, 10.75)
TABLE = Table(
    {
        "Drammen": Point(59.74, 10.20),
        "Bergen": Point(60.39, 5.32),
        "Quito": Point(-0.18, -78.47),
        "Karlstad": Point(59.38, 13.50),
    }
)


class DistanceTest(unittest.TestCase):
    def test_a_quarter_of_the_globe(self):
        self.assertAlmostEqual(distance_km(Point(0, 0), Point(90, 0)), 10007.5, delta=1)

    def test_no_distance(self):
        self.assertEqual(distance_km(OSLO, OSLO), 0)

    def test_points_off_the_globe(self):
        with self.assertRaises(ValueError):
            Point(91, 0)


class BoxTest(unittest.TestCase):
    def test_at_the_equator_a_box_is_nearly_square(self):
        box = box_around(Point(0, 0), 100)
        self.assertAlmostEqual(box.north, 0.9, delta=0.01)
        self.assertAlmostEqual(box.east, 0.91, delta=0.02)

    def test_in_the_north_a_box_is_wider(self):
        box = box_around(OSLO, 100)
        self.assertAlmostEqual(box.east - OSLO.lon, 1.86, delta=0.1)

    def test_the_area_of_a_box(self):
        self.assertAlmostEqual(Box(0, 0, 1, 1).area_km2, 12_364, delta=2)

    def test_at_the_pole_it_spans_all_longitudes(self):
        self.assertEqual(box_around(Point(89.5, 0), 10).east, 180)


class TableTest(unittest.TestCase):
    def test_places_nearby(self):
        self.assertEqual(TABLE.within(OSLO, 60), ["Drammen"])

    def test_places_further_away(self):
        self.assertEqual(TABLE.within(OSLO, 320), ["Drammen", "Karlstad", "Bergen"])

    def test_the_nearest_place(self):
        self.assertEqual(TABLE.nearest(Point(0, -70)), "Quito")

    def test_an_empty_table(self):
        with self.assertRaises(LookupError):
            Table({}).nearest(OSLO)
