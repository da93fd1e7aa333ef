"""Reports over a stock list."""


def total_worth(lines):
    """Return what the whole stock is worth."""
    return sum(line.worth() for line in lines)


def most_valuable(lines, count):
    """Return the names of the `count` most valuable lines, most valuable first."""
    ranked = sorted(lines, key=lambda line: line.worth())
    return [line.name for line in ranked[:count]]


def to_order(lines):
    """Return the names of the lines that run low, in alphabetical order."""
    return sorted(line.name for line in lines if line.is_low())
