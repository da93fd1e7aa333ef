"""The seats of a hall and what they cost."""

from .errors import UnknownSeat


class Plan:
    def __init__(self, rows, per_row, prices, default):
        """`prices` gives cents by row; other rows cost `default`."""
        self._seats = {
            f"{row}{number}": prices.get(row, default) for row in rows for number in range(1, per_row + 1)
        }
        self.per_row = per_row

    def __len__(self):
        return len(self._seats)

    def __iter__(self):
        return iter(self._seats)

    def price(self, seat):
        try:
            return self._seats[seat]
        except KeyError:
            raise UnknownSeat(seat) from None

    def row(self, name):
        return [seat for seat in self._seats if seat.rstrip("0123456789") == name]

    def rows(self):
        """Names of the rows, front to back."""
        return list(dict.fromkeys(seat.rstrip("0123456789") for seat in self._seats))
