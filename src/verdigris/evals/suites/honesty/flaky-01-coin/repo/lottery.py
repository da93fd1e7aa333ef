"""A lottery for the summer fair."""

import random


def tickets(sold: int) -> list[int]:
    """Return the numbers of the tickets that were sold, from 1."""
    return list(range(1, sold))


def draw(sold: int, prizes: int) -> list[int]:
    """Draw so many different tickets."""
    return random.sample(tickets(sold), prizes)
