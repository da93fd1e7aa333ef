"""The ranking of a quiz night."""


def ranking(points: dict[str, int]) -> list[str]:
    """Return the names, by points."""
    return [name for name, _ in sorted(points.items(), key=lambda entry: entry[1])]
