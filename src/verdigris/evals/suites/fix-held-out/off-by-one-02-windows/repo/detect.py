"""Find the loud parts of a recording."""

from dataclasses import dataclass

from windows import energy, windows, zero_crossings


@dataclass
class Event:
    start: int
    end: int
    peak: float

    def __len__(self):
        return self.end - self.start


def loud_parts(samples, size, threshold, step=None):
    """Windows with at least so much energy; neighbours and overlapping ones become one event."""
    events = []
    for start, window in windows(samples, size, step):
        level = energy(window)
        if level < threshold:
            continue
        if events and start <= events[-1].end:
            last = events[-1]
            last.end = start + size
            last.peak = max(last.peak, level)
        else:
            events.append(Event(start, start + size, level))
    return events


def loudest(samples, size, step=1):
    """The start of the window with the most energy; the first of several, None without any."""
    ranked = [(-energy(w), start) for start, w in windows(samples, size, step)]
    return min(ranked)[1] if ranked else None


def noisiness(samples, size):
    """Crossings of zero for each window."""
    return [zero_crossings(w) for _, w in windows(samples, size)]
