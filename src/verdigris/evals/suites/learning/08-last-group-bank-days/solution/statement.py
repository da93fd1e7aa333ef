"""Bookings of an account, summed up by the day."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Booking:
    day: str
    cents: int


def by_day(bookings):
    """Pairs of a day and what it came to; bookings come in order of days."""
    sums = []
    day, own = "", []
    for booking in bookings:
        if booking.day != day:
            if own:
                sums.append((day, sum(own)))
            day, own = booking.day, []
        own.append(booking.cents)
    if own:
        sums.append((day, sum(own)))
    return sums


def balance(bookings, start=0):
    """The balance after each day."""
    after = []
    for day, cents in by_day(bookings):
        start += cents
        after.append((day, start))
    return after


def overdrawn(bookings, start=0):
    """The days that ended below zero."""
    return [day for day, cents in balance(bookings, start) if cents < 0]


def line(day, cents):
    sign = "-" if cents < 0 else "+"
    return f"{day} {sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"
