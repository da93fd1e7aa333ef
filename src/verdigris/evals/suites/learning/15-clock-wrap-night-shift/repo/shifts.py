"""Shifts: they begin at a full hour and last some hours."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shift:
    name: str
    start: int
    hours: int

    def end(self):
        """The hour of the clock at which it ends."""
        return self.start + self.hours

    def covers(self, hour):
        """Whether somebody of this shift is there at an hour of the clock."""
        return (hour - self.start) % 24 < self.hours

    def label(self):
        return f"{self.name} {self.start:02d}-{self.end():02d}"


def on_duty(shifts, hour):
    return [shift.name for shift in shifts if shift.covers(hour)]


def gaps(shifts):
    """The hours at which nobody is there."""
    return [hour for hour in range(24) if not on_duty(shifts, hour)]
