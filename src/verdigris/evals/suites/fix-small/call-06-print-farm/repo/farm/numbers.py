"""Job numbers: counted up, and written with a check digit so that typing errors show."""


class Numbers:
    def __init__(self, first: int = 1) -> None:
        self._next = first

    def take(self) -> int:
        number, self._next = self._next, self._next + 1
        return number


def check_digit(number: int) -> int:
    """Return a digit that changes whenever one digit changes or two neighbours swap."""
    total = sum(int(digit) * weight for weight, digit in enumerate(reversed(str(number)), start=2))
    return total % 11 % 10


def written(number: int) -> str:
    return f"{number}-{check_digit(number)}"


def parse(text: str) -> int:
    """Read a written number. Raises ValueError when the digit does not fit."""
    number, dash, digit = text.strip().partition("-")
    if not dash or not number.isdigit() or digit != str(check_digit(int(number))):
        raise ValueError(f"not a job number: {text!r}")
    return int(number)
