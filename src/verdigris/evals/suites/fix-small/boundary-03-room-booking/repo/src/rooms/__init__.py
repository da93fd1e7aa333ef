"""Booking meeting rooms."""

from rooms.calendar import Calendar
from rooms.errors import Clash, UnknownRoom
from rooms.slots import Slot

__all__ = ["Calendar", "Clash", "Slot", "UnknownRoom"]
