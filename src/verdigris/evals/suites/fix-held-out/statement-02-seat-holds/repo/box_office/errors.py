class BoxOfficeError(Exception):
    """A wish that cannot be granted."""


class SeatTaken(BoxOfficeError):
    def __init__(self, seats):
        super().__init__("taken: " + ", ".join(seats))
        self.seats = list(seats)


class UnknownSeat(BoxOfficeError, LookupError):
    pass


class HoldExpired(BoxOfficeError):
    pass
