"""Alarms with a snooze; what is not said comes from the user's habits."""

from dataclasses import dataclass


@dataclass
class Habits:
    snooze: int = 9
    volume: int = 5


class Alarm:
    def __init__(self, at, habits, snooze=None, volume=None):
        self.at = at
        self.snooze = snooze or habits.snooze
        self.volume = habits.volume if volume is None else volume
        self._rung = 0

    def ring(self):
        """The minute of the next ring, counted from midnight; None when it gives up."""
        if self._rung and not self.snooze:
            return None
        minute = self.at + self._rung * self.snooze
        self._rung += 1
        return minute

    def loudness(self):
        """It gets louder with every ring, up to 10."""
        return min(10, self.volume + self._rung)


def rings(alarm, most):
    """The first few rings of an alarm."""
    found = []
    while len(found) < most and (minute := alarm.ring()) is not None:
        found.append(minute)
    return found
