import unittest

from quiet import QuietHours, Urgency, deliverable

NIGHT = QuietHours(22, 7)
SIESTA = QuietHours(13, 15)


class QuietHoursTest(unittest.TestCase):
    def test_a_span_within_one_day(self):
        self.assertTrue(SIESTA.covers(13))
        self.assertTrue(SIESTA.covers(14))
        self.assertFalse(SIESTA.covers(15))

    def test_late_evening_is_quiet(self):
        self.assertTrue(NIGHT.covers(23))

    def test_early_morning_is_quiet(self):
        self.assertTrue(NIGHT.covers(3))

    def test_noon_is_not_quiet(self):
        self.assertFalse(NIGHT.covers(12))

    def test_equal_hours_are_never_quiet(self):
        self.assertFalse(QuietHours(8, 8).covers(8))

    def test_alarms_get_through(self):
        self.assertTrue(deliverable(Urgency.ALARM, 3, NIGHT))

    def test_without_quiet_hours_all_is_delivered(self):
        self.assertTrue(deliverable(Urgency.LOW, 3))

    def test_delivery_after_the_siesta(self):
        self.assertEqual(SIESTA.next_delivery(14), 15)
        self.assertEqual(SIESTA.next_delivery(16), 16)
