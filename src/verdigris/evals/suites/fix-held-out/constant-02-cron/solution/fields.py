"""The five fields of a timetable line."""

RANGES = {
    "minute": (0, 59),
    "hour": (0, 23),
    "day": (1, 31),
    "month": (1, 12),
    "weekday": (0, 6),
}


class TimetableError(ValueError):
    pass


def number(text, name):
    low, high = RANGES[name]
    if not text.isdigit() or not low <= int(text) <= high:
        raise TimetableError(f"{name}: {text!r} is not from {low} to {high}")
    return int(text)


def parse_field(text, name):
    """The set of values that `*`, `*/5`, `3`, `1-5`, `1-9/2` or a list of those stands for."""
    values = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        if step and (not step.isdigit() or int(step) == 0):
            raise TimetableError(f"{name}: bad step {step!r}")
        if span == "*":
            low, high = RANGES[name]
        elif "-" in span:
            low, high = (number(end, name) for end in span.split("-", 1))
        else:
            low = high = number(span, name)
        values.update(range(low, high + 1, int(step or 1)))
    return values
