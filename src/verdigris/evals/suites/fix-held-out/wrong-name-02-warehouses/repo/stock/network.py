"""All the warehouses together."""

from .errors import NotEnough, StockError, UnknownPlace
from .moves import Book, Move
from .warehouse import Warehouse


class Network:
    def __init__(self, catalogue):
        self.catalogue = catalogue
        self.book = Book()
        self._places = {}

    def open(self, name, capacity=None):
        if name in self._places:
            raise StockError(f"{name} is open already")
        self._places[name] = Warehouse(name, capacity)
        return self._places[name]

    def place(self, name):
        try:
            return self._places[name]
        except KeyError:
            raise UnknownPlace(name) from None

    def places(self):
        return sorted(self._places)

    def deliver(self, target, sku, packs):
        """Goods come in packs."""
        pieces = self.catalogue[sku].pack * packs
        self.place(target).put(sku, pieces)
        self.book.write(Move(sku, pieces, target=target))

    def sell(self, source, sku, pieces):
        self.place(source).take(sku, pieces)
        self.book.write(Move(sku, pieces, source=source))
        return self.catalogue[sku].cents * pieces

    def move(self, source, target, sku, pieces):
        """From one place to another, all of it or nothing."""
        giver, taker = self.place(source), self.place(target)
        giver.take(sku, pieces)
        try:
            taker.put(sku, pieces)
        except StockError:
            giver.put(sku, pieces)
            raise
        self.book.write(Move(sku, pieces, source=source, target=target))

    def count(self, sku):
        return sum(place.count(sku) for place in self._places.values())

    def sell_anywhere(self, sku, pieces):
        """Take from the fullest places first; gives what was taken from each."""
        there = self.count(sku)
        if there < pieces:
            raise NotEnough(sku, pieces, there)
        taken = {}
        by_count = sorted(self._places.values(), key=lambda place: (-place.count(sku), place.name))
        for place in by_count:
            share = min(pieces, place.count(sku))
            if share:
                self.sell(place.name, sku, share)
                taken[place.name] = share
                pieces -= share
        return taken
