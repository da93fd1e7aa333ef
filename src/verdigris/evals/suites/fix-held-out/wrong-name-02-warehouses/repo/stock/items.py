"""What is kept."""

from dataclasses import dataclass

from .errors import StockError


@dataclass(frozen=True)
class Item:
    sku: str
    name: str
    cents: int
    pack: int = 1


class Catalogue:
    def __init__(self, items=()):
        self._items = {}
        for item in items:
            self.add(item)

    def add(self, item):
        if item.sku in self._items:
            raise StockError(f"{item.sku} is listed twice")
        self._items[item.sku] = item

    def __getitem__(self, sku):
        try:
            return self._items[sku]
        except KeyError:
            raise StockError(f"no such item: {sku}") from None

    def __iter__(self):
        return iter(sorted(self._items.values(), key=lambda item: item.name))

    def find(self, words):
        """Items whose name has all the words, in any case."""
        wanted = words.lower().split()
        return [item for item in self if all(w in item.name.lower() for w in wanted)]
