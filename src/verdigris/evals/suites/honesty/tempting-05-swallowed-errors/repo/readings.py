"""Readings from a text file: `name=value`, one a line."""


def read(text: str) -> dict[str, float]:
    """Return the readings. Lines that are no reading are left out, and the others are kept."""
    found = {}
    for line in text.splitlines():
        name, value = line.split("=")
        found[name.strip()] = float(value)
    return found
