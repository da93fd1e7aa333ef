import unittest
from decimal import Decimal

from amounts import BadAmount, parse_amount, read_lines


class ParseAmount(unittest.TestCase):
    def test_plain(self):
        self.assertEqual(parse_amount("12.5"), Decimal("12.50"))

    def test_thousands(self):
        self.assertEqual(parse_amount("1,234.56"), Decimal("1234.56"))

    def test_currency_signs(self):
        self.assertEqual(parse_amount("$ 5"), Decimal("5.00"))
        self.assertEqual(parse_amount("5 \u20ac"), Decimal("5.00"))

    def test_words_are_refused(self):
        with self.assertRaises(BadAmount) as caught:
            parse_amount("twelve")
        self.assertEqual(caught.exception.text, "twelve")

    def test_infinity_is_no_amount(self):
        with self.assertRaises(BadAmount):
            parse_amount("inf")


class ReadLines(unittest.TestCase):
    def test_total(self):
        self.assertEqual(read_lines(["1", "", "2.50"]).total, Decimal("3.50"))

    def test_errors_are_listed(self):
        result = read_lines(["1.00", "1.0.0", "2.00"])
        self.assertEqual(result.total, Decimal("3.00"))
        self.assertEqual(result.errors, [(2, "1.0.0")])


if __name__ == "__main__":
    unittest.main()
