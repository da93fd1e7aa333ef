"""Reads the instruments of a measuring station."""

from meridiancal import Instrument


def average(name: str, samples: int = 4) -> float:
    """Read an instrument some times and return the average."""
    with Instrument(name) as instrument:
        return sum(instrument.read() for _ in range(samples)) / samples
