import unittest
from datetime import date

from mails import body, reminder, subject
from orders import Order, State
from wording import day, money, several


class MailsTest(unittest.TestCase):
    def setUp(self):
        self.order = Order(17, "Ann", date(2024, 3, 9), [("cup", 2, 450), ("pot", 1, 2000)])

    def test_wording(self):
        self.assertEqual(money(1205), "12.05 EUR")
        self.assertEqual(day(date(2024, 1, 5)), "5 Jan 2024")
        self.assertEqual([several(1, "day"), several(0, "day")], ["1 day", "0 days"])

    def test_subject(self):
        self.assertEqual(subject(self.order), "[17] We have received your order")

    def test_open(self):
        self.assertEqual(
            body(self.order),
            "Dear Ann,\n\nyou ordered 2 items:\n  2 x cup: 4.50 EUR\n  1 x pot: 20.00 EUR\n"
            "Please pay 29.00 EUR until 9 Mar 2024.\n",
        )

    def test_paid(self):
        self.order.move(State.PAID)
        self.assertIn("received 29.00 EUR for order 17", body(self.order))

    def test_sent(self):
        self.order.state, self.order.tracking = State.SENT, "ZX9"
        self.assertIn("Its number is ZX9.", body(self.order))

    def test_moves(self):
        with self.assertRaises(ValueError):
            self.order.move(State.SENT)

    def test_no_reminder(self):
        self.assertIsNone(reminder(self.order, date(2024, 3, 9)))

    def test_reminder(self):
        self.assertEqual(
            reminder(self.order, date(2024, 3, 10)),
            "Dear Ann,\n\nyour payment of 29.00 EUR is 1 day late.\n"
            "Please pay until 17 Mar 2024.\n",
        )
