"""Spans of minutes within a day, half open."""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Span:
    start: int
    end: int

    def __post_init__(self):
        if self.end < self.start:
            raise ValueError("a span ends after it starts")

    @property
    def length(self):
        return self.end - self.start

    def __str__(self):
        return f"{clock(self.start)}-{clock(self.end)}"


def clock(minutes):
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def parse(text):
    """`"09:00-10:30"` as a span."""
    start, end = (int(part[:2]) * 60 + int(part[3:]) for part in text.split("-"))
    return Span(start, end)


def merged(spans):
    """The same minutes in as few spans as possible, in order; spans that touch become one."""
    out = []
    for span in sorted(spans):
        if out and span.start <= out[-1].end:
            out[-1] = Span(out[-1].start, max(out[-1].end, span.end))
        else:
            out.append(span)
    return out
