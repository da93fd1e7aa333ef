"""Numbers of books, the old ones with ten digits."""


def check_digit(digits: str) -> str:
    """Return the tenth digit that belongs to nine; ten is written X."""
    total = sum((10 - place) * int(digit) for place, digit in enumerate(digits))
    rest = -total % 11
    return "X" if rest == 10 else str(rest)


def is_valid(number: str) -> bool:
    plain = number.replace("-", "")
    return len(plain) == 10 and plain[:9].isdigit() and check_digit(plain[:9]) == plain[9]
