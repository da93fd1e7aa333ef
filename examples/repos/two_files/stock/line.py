"""One line of a stock list."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    name: str
    price: float
    quantity: int

    def worth(self):
        """Return what all pieces of this line are worth together."""
        return self.price + self.quantity

    def is_low(self, threshold=5):
        """Tell whether the line should be ordered again."""
        return self.quantity < threshold
