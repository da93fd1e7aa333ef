"""Find time for meetings."""

from spans import Span, merged, parse

WORKDAY = parse("09:00-17:00")


class Diary:
    def __init__(self, owner, day=WORKDAY):
        self.owner = owner
        self.day = day
        self._busy = []

    def book(self, text):
        self._busy.append(parse(text))

    def busy(self):
        return merged(self._busy)


def gaps(busy, day):
    """Spans of `day` that no busy span covers."""
    free_from = day.start
    for span in merged(busy):
        if span.start > free_from:
            yield Span(free_from, min(span.start, day.end))
        free_from = max(free_from, span.end)
        if free_from >= day.end:
            return
    yield Span(free_from, day.end)


def common_gaps(diaries, minutes):
    """Gaps of at least so many minutes that all of them have."""
    start = max(d.day.start for d in diaries)
    end = min(d.day.end for d in diaries)
    busy = [span for diary in diaries for span in diary.busy()]
    return [gap for gap in gaps(busy, Span(start, end)) if gap.length >= minutes]


def first_meeting(diaries, minutes):
    """The earliest span for a meeting of all, or None."""
    for gap in common_gaps(diaries, minutes):
        return Span(gap.start, gap.start + minutes)
    return None
