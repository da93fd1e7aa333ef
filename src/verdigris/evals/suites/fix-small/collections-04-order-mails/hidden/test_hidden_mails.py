import unittest
from datetime import date, timedelta

from mails import body, reminder, subject
from orders import Order, State


def order(state, **more):
    return Order(4711, "Zoë", date(2024, 2, 28), [("tea", 3, 333)], state, **more)


class EveryMail(unittest.TestCase):
    def test_no_curly_brackets_anywhere(self):
        for state in State:
            for tracking in ("", "T1"):
                one = order(state, tracking=tracking)
                self.assertNotRegex(subject(one) + body(one), r"[{}]")
                self.assertTrue(body(one).startswith("Dear Zoë,\n\n"))

    def test_reminders_say_how_late(self):
        for late in (1, 2, 30):
            text = reminder(order(State.OPEN), date(2024, 2, 28) + timedelta(days=late))
            self.assertNotRegex(text, r"[{}]")
            self.assertIn(f" {late} day", text)
            self.assertIn("9.99 EUR", text)

    def test_cancelled(self):
        self.assertIn("order 4711 was cancelled", body(order(State.CANCELLED)))

    def test_parcel_number(self):
        for number in ("ZX9", "A-1"):
            self.assertIn(f"Its number is {number}.", body(order(State.SENT, tracking=number)))
