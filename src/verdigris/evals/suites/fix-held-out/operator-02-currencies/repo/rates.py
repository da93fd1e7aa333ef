"""Rates of exchange."""

from fractions import Fraction


class UnknownCurrency(LookupError):
    pass


class Rates:
    """How much of each currency one unit of the base buys."""

    def __init__(self, base="EUR", **per_base):
        self.base = base
        self._per_base = {base: Fraction(1)}
        for currency, rate in per_base.items():
            self.set(currency, rate)

    def set(self, currency, rate):
        rate = Fraction(str(rate))
        if rate <= 0:
            raise ValueError("a rate is positive")
        self._per_base[currency] = rate

    def per_base(self, currency):
        try:
            return self._per_base[currency]
        except KeyError:
            raise UnknownCurrency(currency) from None

    def factor(self, source, target):
        """What one unit of `source` is worth in `target`."""
        return self.per_base(target) * self.per_base(source)
