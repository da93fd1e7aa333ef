import unittest

from limiter import SlidingWindow


class SlidingWindowTest(unittest.TestCase):
    def setUp(self):
        self.window = SlidingWindow(limit=3, seconds=10)

    def test_requests_below_the_limit_pass(self):
        self.assertTrue(self.window.allow("ann", 0))
        self.assertTrue(self.window.allow("ann", 1))

    def test_the_request_after_the_last_allowed_one_is_refused(self):
        for second in range(3):
            self.assertTrue(self.window.allow("ann", second))
        self.assertFalse(self.window.allow("ann", 3))

    def test_clients_do_not_share_a_window(self):
        for second in range(3):
            self.window.allow("ann", second)
        self.assertTrue(self.window.allow("bob", 3))

    def test_a_hit_leaves_the_window_after_its_seconds(self):
        for second in range(3):
            self.window.allow("ann", second)
        self.assertTrue(self.window.allow("ann", 10))

    def test_retry_after_counts_from_the_oldest_hit(self):
        for second in range(3):
            self.window.allow("ann", second)
        self.assertEqual(self.window.retry_after("ann", 4), 6)
        self.assertEqual(self.window.retry_after("bob", 4), 0)

    def test_a_limit_of_nothing_is_refused(self):
        with self.assertRaises(ValueError):
            SlidingWindow(0, 1)


if __name__ == "__main__":
    unittest.main()
