"""Routes along the lines of the map: first sideways, then up or down."""

from grid import place, position


def _between(start, end):
    step = 1 if end >= start else -1
    return range(start, end + step, step)


def corner(start, end):
    """Where the route from one place to another turns."""
    column, _ = position(end)
    _, row = position(start)
    return place(column, row)


def route(start, end):
    """All places on the way, both ends included."""
    (left, low), (right, high) = position(start), position(end)
    across = [place(column, low) for column in _between(left, right)]
    along = [place(right, row) for row in _between(low, high)]
    return across + along[1:]


def length(start, end):
    return len(route(start, end)) - 1
