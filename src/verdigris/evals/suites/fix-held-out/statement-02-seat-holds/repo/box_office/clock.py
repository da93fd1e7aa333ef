"""The time in seconds; tests bring their own."""

import time


class SystemClock:
    def now(self):
        return time.monotonic()


class ManualClock:
    def __init__(self, start=0):
        self._now = start

    def now(self):
        return self._now

    def advance(self, seconds):
        if seconds < 0:
            raise ValueError("time does not go back")
        self._now += seconds
