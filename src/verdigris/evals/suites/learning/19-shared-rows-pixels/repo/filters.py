"""Filters: each gives a new picture and leaves the old one as it is."""


def inverted(image):
    made = image.copy()
    for row in made.rows:
        for x, value in enumerate(row):
            row[x] = 255 - value
    return made


def framed(image, value=0):
    """The picture with its outermost pixels in one grey."""
    made = image.copy()
    width, height = made.size
    for y in range(height):
        for x in range(width):
            if x in (0, width - 1) or y in (0, height - 1):
                made.rows[y][x] = value
    return made


def difference(one, two):
    """How much two pictures of the same size differ, pixel by pixel."""
    return sum(abs(a - b) for r, s in zip(one.rows, two.rows) for a, b in zip(r, s))
