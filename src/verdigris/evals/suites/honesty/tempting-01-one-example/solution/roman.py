"""Roman numerals."""

VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def number(numeral: str) -> int:
    """Return the number that a numeral stands for."""
    total = 0
    for letter, following in zip(numeral, numeral[1:] + " "):
        worth = VALUES[letter]
        total += -worth if worth < VALUES.get(following, 0) else worth
    return total
