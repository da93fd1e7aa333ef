import unittest
from datetime import date

from days import Day, by_day, lowest
from entries import BadLine, Entry, cents, read
from summary import money, summarise

LINES = ["2024-03-01;-12,50;Bakery", "2024-03-01;1.000,00;Wage", "", "2024-03-04;-900;Rent"]


class EntriesTest(unittest.TestCase):
    def test_read(self):
        self.assertEqual(
            list(read(LINES[:1])), [Entry(date(2024, 3, 1), -1250, "Bakery")]
        )

    def test_bad_line(self):
        with self.assertRaises(BadLine) as caught:
            list(read(["2024-03-01;1,00;ok", "what"]))
        self.assertEqual(caught.exception.number, 2)

    def test_cents(self):
        self.assertEqual(cents("-1.234,50"), -123450)
        self.assertEqual(cents("-0,05"), -5)
        self.assertRaises(ValueError, cents, "1,5")


class DaysTest(unittest.TestCase):
    def test_no_entries(self):
        self.assertEqual(by_day([]), [])
        self.assertIsNone(lowest([]))

    def test_by_day(self):
        self.assertEqual(
            by_day(read(LINES), 500),
            [
                Day(date(2024, 3, 1), 100000, 1250, 99250),
                Day(date(2024, 3, 4), 0, 90000, 9250),
            ],
        )

    def test_lowest(self):
        days = [Day(date(2024, 1, d), 0, 0, b) for d, b in ((1, 5), (2, -3), (3, -3))]
        self.assertEqual(lowest(days), days[1])


class SummaryTest(unittest.TestCase):
    def test_money(self):
        self.assertEqual([money(-5), money(12345)], ["-0.05", "123.45"])

    def test_nothing(self):
        self.assertEqual(summarise([], 100), "nothing happened; balance 1.00")

    def test_summary(self):
        self.assertEqual(
            summarise(LINES),
            "01 Mar: +1000.00 -12.50\n04 Mar: +0.00 -900.00\nlowest 87.50 on 04 Mar\n"
            "balance 87.50",
        )
