"""Kitchen timers. Minutes go in, seconds are counted."""


class Timer:
    def __init__(self, name):
        self.name = name
        self._left = 0
        self.running = False

    def start(self, minutes, seconds=0):
        """Set the timer and let it run."""
        if minutes < 0 or seconds < 0:
            raise ValueError("a timer runs forwards")
        whole = minutes
        self._left = whole + seconds
        self.running = self._left > 0

    def tick(self, seconds=1):
        """Let time pass; whether the timer rings."""
        if not self.running:
            return False
        self._left = max(0, self._left - seconds)
        self.running = self._left > 0
        return not self.running

    def shown(self):
        """What its display says."""
        minutes, seconds = divmod(self._left, 60)
        return f"{minutes}:{seconds:02d}"


def first_to_ring(timers):
    """The running timer that has least left, or None."""
    running = [timer for timer in timers if timer.running]
    return min(running, key=lambda timer: timer._left, default=None)
