import unittest

from bowling import BadGame, frames, is_over, running, score


class Score(unittest.TestCase):
    def test_gutter_game(self):
        self.assertEqual(score([0] * 20), 0)

    def test_all_ones(self):
        self.assertEqual(score([1] * 20), 20)

    def test_spare(self):
        self.assertEqual(frames([5, 5, 3, 4]), [13, 7])

    def test_strike(self):
        self.assertEqual(frames([10, 3, 4, 2, 2]), [17, 7, 4])

    def test_perfect_game(self):
        self.assertEqual(score([10] * 12), 300)

    def test_running_total(self):
        self.assertEqual(running([1, 2, 3, 4]), [3, 10])

    def test_unfinished_frames_are_left_out(self):
        self.assertEqual(frames([5, 5]), [])
        self.assertEqual(frames([10, 3]), [])
        self.assertFalse(is_over([1, 2]))

    def test_impossible(self):
        with self.assertRaises(BadGame):
            score([11])
        with self.assertRaises(BadGame):
            score([7, 8])
