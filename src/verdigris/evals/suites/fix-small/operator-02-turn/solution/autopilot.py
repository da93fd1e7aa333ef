"""Courses and turns of the autopilot, in whole degrees."""

POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def turn(heading: int, target: int) -> int:
    """Degrees to turn, positive to starboard: the shorter way, so from -179 to 180."""
    delta = (target - heading) % 360
    if delta > 180:
        delta -= 360
    return delta


def steer(heading: int, target: int, rate: int) -> int:
    """The heading after one second, turning by at most `rate` degrees."""
    step = max(-rate, min(rate, turn(heading, target)))
    return (heading + step) % 360


def point(heading: int) -> str:
    """The nearest of the eight points of the compass."""
    return POINTS[round((heading % 360) / 45) % len(POINTS)]


def seconds_to_turn(heading: int, target: int, rate: int) -> int:
    """How long the turn takes, begun seconds counted whole."""
    if rate <= 0:
        raise ValueError("the rudder must move")
    return -(-abs(turn(heading, target)) // rate)
