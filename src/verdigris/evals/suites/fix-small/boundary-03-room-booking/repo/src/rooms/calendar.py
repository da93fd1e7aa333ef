"""The bookings of one day, room by room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rooms.errors import Clash, UnknownRoom
from rooms.slots import DAY, Slot


class Calendar:
    def __init__(self, rooms: Iterable[str]) -> None:
        self._booked: dict[str, dict[Slot, str]] = {room: {} for room in rooms}

    def book(self, room: str, slot: Slot, title: str) -> None:
        """Raises Clash when the room is taken for any part of the slot."""
        booked = self._of(room)
        for taken, what in booked.items():
            if slot.overlaps(taken):
                raise Clash(room, what)
        booked[slot] = title

    def cancel(self, room: str, slot: Slot) -> str:
        """The title of the meeting that was cancelled."""
        return self._of(room).pop(slot)

    def agenda(self, room: str) -> list[str]:
        return [f"{slot} {title}" for slot, title in sorted(self._of(room).items())]

    def free(self, room: str) -> Iterator[Slot]:
        """The gaps between the meetings of a room, in order."""
        cursor = 0
        for slot in sorted(self._of(room)):
            if slot.start > cursor:
                yield Slot(cursor, slot.start)
            cursor = slot.end
        if cursor < DAY:
            yield Slot(cursor, DAY)

    def rooms_for(self, slot: Slot) -> list[str]:
        """Rooms that are free for all of the slot."""
        return [
            room
            for room, booked in self._booked.items()
            if not any(slot.overlaps(taken) for taken in booked)
        ]

    def _of(self, room: str) -> dict[Slot, str]:
        try:
            return self._booked[room]
        except KeyError:
            raise UnknownRoom(room) from None
