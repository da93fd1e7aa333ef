"""One place with goods."""

from collections import Counter

from .errors import NotEnough, StockError


class Warehouse:
    def __init__(self, name, capacity=None):
        self.name = name
        self.capacity = capacity
        self._counts = Counter()

    def count(self, sku):
        return self._counts[sku]

    def total(self):
        return sum(self._counts.values())

    def room(self):
        """How many more pieces fit, or None if there is no limit."""
        if self.capacity is None:
            return None
        return self.capacity - self.total()

    def put(self, sku, pieces):
        if pieces < 1:
            raise StockError("at least one piece")
        room = self.room()
        if room is not None and pieces > room:
            raise StockError(f"{self.name} is full")
        self._counts[sku] += pieces

    def take(self, sku, pieces):
        if pieces < 1:
            raise StockError("at least one piece")
        there = self.count(sku)
        if pieces > there:
            raise NotEnough(sku, pieces, there)
        self._counts[sku] -= pieces
        if not self._counts[sku]:
            del self._counts[sku]

    def skus(self):
        return sorted(self._counts)
