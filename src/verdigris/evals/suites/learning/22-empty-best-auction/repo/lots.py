"""Lots of an auction and the bids on them."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Bid:
    bidder: str
    amount: int


@dataclass
class Lot:
    number: int
    what: str
    start: int = 1
    bids: list = field(default_factory=list)

    def highest(self):
        """The highest bid so far, 0 where there is none."""
        return max([bid.amount for bid in self.bids])

    def next_bid(self):
        """The least that the next bidder must offer."""
        return max(self.start, self.highest() + 1)

    def place(self, bidder, amount):
        if amount < self.next_bid():
            raise ValueError(f"at least {self.next_bid()}")
        self.bids.append(Bid(bidder, amount))

    def winner(self):
        return self.bids[-1].bidder if self.bids else None
