"""Prints the timetable of a bus stop."""


def clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60}"


def timetable(first: int, last: int, every: int) -> str:
    """Return one departure a line, from the first to the last, both included, in minutes."""
    return "".join(f"{clock(at)}\n" for at in range(first, last + 1, every))
