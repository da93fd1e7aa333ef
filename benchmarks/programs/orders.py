"""Orders, priced by the rules in prices.py."""

from prices import line_total, rounded, shipping, tax


class Order:
    def __init__(self, rate=20):
        self.rate = rate
        self.lines = {}

    def add(self, name, price, quantity=1):
        old = self.lines.get(name, (price, 0))
        self.lines[name] = (price, old[1] + quantity)

    def remove(self, name, quantity=1):
        price, have = self.lines[name]
        if quantity >= have:
            del self.lines[name]
        else:
            self.lines[name] = (price, have - quantity)

    @property
    def pieces(self):
        return sum(quantity for _, quantity in self.lines.values())

    def net(self):
        total = 0
        for price, quantity in self.lines.values():
            total += line_total(price, quantity)
        return total

    def gross(self):
        net = self.net()
        return rounded(net + tax(net, self.rate))

    def to_pay(self, express=False):
        if not self.lines:
            return 0
        return rounded(self.gross() + shipping(self.gross(), express))

    def cheapest(self):
        names = sorted(self.lines, key=lambda name: self.lines[name][0])
        return names[0] if names else None
