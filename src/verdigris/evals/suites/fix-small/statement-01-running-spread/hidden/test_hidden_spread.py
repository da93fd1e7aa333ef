import random
import statistics
import unittest

from spread import Running


class AgainstTheLibrary(unittest.TestCase):
    def test_random_streams(self):
        numbers = random.Random(4)
        for size in (2, 3, 10, 200):
            values = [numbers.uniform(-50, 50) for _ in range(size)]
            running = Running()
            running.extend(values)
            self.assertEqual(running.count, size)
            self.assertAlmostEqual(running.mean, statistics.fmean(values))
            self.assertAlmostEqual(running.variance, statistics.pvariance(values))
            self.assertAlmostEqual(running.deviation, statistics.pstdev(values))
            self.assertEqual(running.width, max(values) - min(values))

    def test_equal_readings(self):
        running = Running()
        running.extend([1.5] * 9)
        self.assertEqual(running.variance, 0.0)
        self.assertEqual(running.mean, 1.5)

    def test_spread_after_every_reading(self):
        running, seen = Running(), []
        for value in (4, 8, 15, 16, 23, 42):
            running.add(value)
            seen.append(value)
            self.assertAlmostEqual(running.variance, statistics.pvariance(seen))
