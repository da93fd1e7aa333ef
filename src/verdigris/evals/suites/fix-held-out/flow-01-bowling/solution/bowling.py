"""Scores of ten-pin bowling."""

PINS = 10
FRAMES = 10


class BadGame(ValueError):
    pass


def check(rolls):
    for pins in rolls:
        if not 0 <= pins <= PINS:
            raise BadGame(f"{pins} pins cannot fall")


def frames(rolls):
    """The points of each frame with its bonus; unfinished frames are left out.

    A strike counts the next two rolls as well, a spare the next one.
    """
    check(rolls)
    points = []
    place = 0
    while place < len(rolls) and len(points) < FRAMES:
        if rolls[place] == PINS:
            needed, length = 3, 1
        elif sum(rolls[place : place + 2]) == PINS:
            needed, length = 3, 2
        else:
            needed, length = 2, 2
            if sum(rolls[place : place + 2]) > PINS:
                raise BadGame(f"frame {len(points) + 1} has more than {PINS} pins")
        counted = rolls[place : place + needed]
        if len(counted) < needed:
            break
        points.append(sum(counted))
        place += length
    return points


def score(rolls):
    return sum(frames(rolls))


def running(rolls):
    """The total after each frame."""
    totals = []
    for points in frames(rolls):
        totals.append(points + (totals[-1] if totals else 0))
    return totals


def is_over(rolls):
    return len(frames(rolls)) == FRAMES
