import unittest

from spread import Running


class RunningTest(unittest.TestCase):
    def setUp(self):
        self.running = Running()

    def test_empty(self):
        self.assertEqual((self.running.count, self.running.variance), (0, 0.0))
        self.assertEqual(self.running.width, 0.0)

    def test_mean(self):
        self.running.extend([2, 4, 9])
        self.assertAlmostEqual(self.running.mean, 5.0)

    def test_one_reading_has_no_spread(self):
        self.running.add(7)
        self.assertEqual(self.running.deviation, 0.0)

    def test_variance(self):
        self.running.extend([2, 4, 4, 4, 5, 5, 7, 9])
        self.assertAlmostEqual(self.running.variance, 4.0)

    def test_width(self):
        self.running.extend([3, -1, 2])
        self.assertEqual(self.running.width, 4)

    def test_outlier(self):
        self.running.extend([10, 11, 9, 10, 12, 8])
        self.assertTrue(self.running.is_outlier(30))
        self.assertFalse(self.running.is_outlier(11))


if __name__ == "__main__":
    unittest.main()
