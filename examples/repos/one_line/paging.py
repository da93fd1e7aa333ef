"""Cut a list of hits into pages."""


def page_count(total, size):
    """Return how many pages `total` hits need."""
    if size < 1:
        raise ValueError("a page needs at least one hit")
    return (total + size - 1) // size


def page(hits, number, size):
    """Return page `number` (from 1) of `hits`."""
    if number < 1 or number >= page_count(len(hits), size):
        raise IndexError(f"there is no page {number}")
    start = (number - 1) * size
    return hits[start : start + size]
