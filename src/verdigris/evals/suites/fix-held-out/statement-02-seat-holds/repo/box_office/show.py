"""One evening."""

from .errors import BoxOfficeError, SeatTaken
from .holds import Holds


class Show:
    def __init__(self, plan, clock, hold_seconds=600, most=6):
        self.plan = plan
        self.most = most
        self.holds = Holds(clock, hold_seconds)
        self._sold = {}

    def is_free(self, seat):
        self.plan.price(seat)
        return seat not in self._sold and not self.holds.is_held(seat)

    def free_seats(self):
        return [seat for seat in self.plan if self.is_free(seat)]

    def hold(self, customer, seats):
        seats = list(dict.fromkeys(seats))
        for seat in seats:
            self.plan.price(seat)
        held = sum(len(hold.seats) for hold in self.holds.of(customer))
        if not seats or held + len(seats) > self.most:
            raise BoxOfficeError(f"from one to {self.most} seats")
        sold = [seat for seat in seats if seat in self._sold]
        if sold:
            raise SeatTaken(sold)
        return self.holds.place(customer, seats)

    def pay(self, number):
        """Turn a hold into tickets; gives the price."""
        hold = self.holds.release(number)
        for seat in hold.seats:
            self._sold[seat] = hold.customer
        return sum(self.plan.price(seat) for seat in hold.seats)

    def cancel(self, number):
        self.holds.release(number)

    def refund(self, seat):
        """Take a ticket back; gives the price."""
        if seat not in self._sold:
            raise BoxOfficeError(f"{seat} was not sold")
        del self._sold[seat]
        return self.plan.price(seat)

    def takings(self):
        return sum(self.plan.price(seat) for seat in self._sold)
