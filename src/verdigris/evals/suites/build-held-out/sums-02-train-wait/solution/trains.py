"""How long to wait for the next train."""

DAY = 24 * 60


def minutes(time):
    """Return the minutes since midnight of a time such as "07:45"."""
    hours, rest = time.split(":")
    return int(hours) * 60 + int(rest)


def wait(now, departures):
    """Return the minutes until the next departure, None when there are none."""
    start = minutes(now)
    return min(((minutes(time) - start) % DAY for time in departures), default=None)
