import unittest

from invoice import Invoice, percent_of


class InvoiceTest(unittest.TestCase):
    def invoice(self, **options):
        invoice = Invoice(**options)
        invoice.add("Pump", 12_000)
        invoice.add("Hose", 1_500, quantity=4)
        return invoice

    def test_net_is_the_sum_of_the_lines(self):
        self.assertEqual(self.invoice().totals()["net"], 18_000)

    def test_tax_without_discount(self):
        self.assertEqual(self.invoice().totals()["tax"], 3_600)

    def test_a_discount_lowers_the_tax_as_well(self):
        totals = self.invoice(discount_percent=10).totals()
        self.assertEqual(totals["discount"], 1_800)
        self.assertEqual(totals["tax"], 3_240)
        self.assertEqual(totals["total"], 19_440)

    def test_everything_given_away_is_free_of_tax(self):
        self.assertEqual(self.invoice(discount_percent=100).totals()["total"], 0)

    def test_an_empty_invoice(self):
        self.assertEqual(Invoice().totals(), {"net": 0, "discount": 0, "tax": 0, "total": 0})

    def test_percentages_are_rounded_half_up(self):
        self.assertEqual(percent_of(250, 19), 48)
        self.assertEqual(percent_of(50, 1), 1)
