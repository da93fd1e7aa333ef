"""A wallet with several currencies."""

from money import Money


def convert(amount, currency, rates):
    if amount.currency == currency:
        return amount
    return amount.times(rates.factor(amount.currency, currency), currency)


class Wallet:
    def __init__(self, rates):
        self.rates = rates
        self._pockets = {}

    def put(self, amount):
        held = self._pockets.get(amount.currency, Money(0, amount.currency))
        self._pockets[amount.currency] = held + amount

    def held(self, currency):
        return self._pockets.get(currency, Money(0, currency))

    def total(self, currency):
        """Everything, in one currency."""
        total = Money(0, currency)
        for pocket in self._pockets.values():
            total += convert(pocket, currency, self.rates)
        return total

    def exchange(self, amount, currency):
        """Swap so much of a pocket for another currency."""
        if self.held(amount.currency).cents < amount.cents:
            raise ValueError(f"not enough {amount.currency}")
        self.put(Money(-amount.cents, amount.currency))
        self.put(convert(amount, currency, self.rates))
