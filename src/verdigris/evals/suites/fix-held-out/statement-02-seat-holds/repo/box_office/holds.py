"""Seats that are kept for somebody for a while."""

from dataclasses import dataclass
from itertools import count

from .errors import HoldExpired, SeatTaken


@dataclass(frozen=True)
class Hold:
    number: int
    customer: str
    seats: tuple
    until: float


class Holds:
    def __init__(self, clock, seconds):
        self.clock = clock
        self.seconds = seconds
        self._numbers = count(1)
        self._holds = {}
        self._by_seat = {}

    def _sweep(self):
        """Forget the holds that have run out."""
        now = self.clock.now()
        for hold in [h for h in self._holds.values() if h.until <= now]:
            self._forget(hold)

    def _forget(self, hold):
        del self._holds[hold.number]

    def __len__(self):
        self._sweep()
        return len(self._holds)

    def is_held(self, seat):
        self._sweep()
        return seat in self._by_seat

    def place(self, customer, seats):
        """Keep seats, all or none."""
        self._sweep()
        taken = [seat for seat in seats if seat in self._by_seat]
        if taken:
            raise SeatTaken(taken)
        hold = Hold(next(self._numbers), customer, tuple(seats), self.clock.now() + self.seconds)
        self._holds[hold.number] = hold
        for seat in seats:
            self._by_seat[seat] = hold.number
        return hold

    def release(self, number):
        """Give up a hold, and say which it was."""
        self._sweep()
        hold = self._holds.get(number)
        if hold is None:
            raise HoldExpired(f"hold {number}")
        self._forget(hold)
        return hold

    def of(self, customer):
        self._sweep()
        return [hold for hold in self._holds.values() if hold.customer == customer]
