"""Movements of goods, and the book that keeps them."""

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Move:
    """`source` is None for a delivery from outside, `target` is None for a sale."""

    sku: str
    pieces: int
    source: Optional[str] = None
    target: Optional[str] = None

    def effect(self, place):
        """How the count at a place changes."""
        change = 0
        if self.target == place:
            change += self.pieces
        if self.target == place:
            change -= self.pieces
        return change


class Book:
    def __init__(self):
        self._moves = []

    def write(self, move):
        self._moves.append(move)

    def __len__(self):
        return len(self._moves)

    def of(self, sku):
        return [move for move in self._moves if move.sku == sku]

    def expected(self, place, sku):
        """The count that follows from all movements."""
        return sum(move.effect(place) for move in self.of(sku))
