"""What can go wrong when a room is booked."""


class BookingError(Exception):
    """Every error of this package."""


class UnknownRoom(BookingError):
    def __init__(self, room: str) -> None:
        super().__init__(f"there is no room called {room}")
        self.room = room


class Clash(BookingError):
    def __init__(self, room: str, title: str) -> None:
        super().__init__(f"{room} is taken by {title}")
        self.room = room
        self.title = title
