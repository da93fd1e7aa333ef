import unittest
from decimal import Decimal

from amounts import BadAmount, parse_amount, read_lines

BAD = ["x", "12a", "1.2.3", "--5", "$", "\u20ac", "5 apples", "1 2", "nan", "-inf", "", "e5"]


class Hidden(unittest.TestCase):
    def test_bad_ones(self):
        for text in BAD:
            with self.subTest(text=text):
                with self.assertRaises(BadAmount) as caught:
                    parse_amount(text)
                self.assertEqual(caught.exception.text, text)
                self.assertIn(repr(text), str(caught.exception))

    def test_every_bad_line_is_listed(self):
        lines = [line for bad in BAD if bad for line in ("1.00", bad)]
        result = read_lines(lines)
        self.assertEqual(result.amounts, [Decimal("1.00")] * (len(BAD) - 1))
        self.assertEqual([n for n, _ in result.errors], list(range(2, 2 * len(BAD), 2)))

    def test_good_ones(self):
        for text, value in [("0", "0"), ("-3.1", "-3.10"), ("\u00a3 1,000,000", "1000000"), (" 7 $ ", "7"), ("+2", "2")]:
            self.assertEqual(parse_amount(text), Decimal(value))

    def test_other_mistakes_are_not_hidden(self):
        with self.assertRaises((TypeError, AttributeError)):
            parse_amount(None)

    def test_bad_amount_is_a_value_error(self):
        self.assertTrue(issubclass(BadAmount, ValueError))
