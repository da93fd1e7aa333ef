import random
import unittest
from datetime import date, timedelta

from days import by_day
from entries import Entry


class AnyAccount(unittest.TestCase):
    def test_nothing_is_lost(self):
        numbers = random.Random(6)
        for size in (1, 2, 5, 40):
            entries = [
                Entry(
                    date(2024, 1, 1) + timedelta(numbers.randrange(10)),
                    numbers.randrange(-500, 500),
                    "x",
                )
                for _ in range(size)
            ]
            days = by_day(entries, 77)
            self.assertEqual([day.day for day in days], sorted({e.day for e in entries}))
            self.assertEqual(
                sum(day.came - day.went for day in days), sum(e.cents for e in entries)
            )
            self.assertEqual(days[-1].balance, 77 + sum(e.cents for e in entries))
            balance = 77
            for day in days:
                balance += day.came - day.went
                self.assertEqual(day.balance, balance)

    def test_one_entry(self):
        day = date(2024, 2, 29)
        [only] = by_day([Entry(day, -1, "x")])
        self.assertEqual((only.day, only.came, only.went, only.balance), (day, 0, 1, -1))
