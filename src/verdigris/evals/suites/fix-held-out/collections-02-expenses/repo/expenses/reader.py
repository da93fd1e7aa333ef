"""Read entries: `2024-03-01; food; 12.50; market`."""

from datetime import date

from .entry import Entry


class ReadError(ValueError):
    def __init__(self, number, problem):
        super().__init__(f"line {number}: {problem}")
        self.number = number


def cents(text):
    """`"12"`, `"12.5"` and `"-0.05"` in cents."""
    text = text.strip()
    negative = text.startswith("-")
    whole, _, part = text.lstrip("-").partition(".")
    if not whole.isdigit() or len(part) > 2 or (part and not part.isdigit()):
        raise ValueError(f"no amount: {text!r}")
    value = int(whole) * 100 + int(part.ljust(2, "0"))
    return -value if negative else value


def read(lines):
    """Yields entries; empty lines and those with a `#` in front are passed over."""
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        fields = [field.strip() for field in line.split(";", 3)]
        if len(fields) < 3:
            raise ReadError(number, "day, category and amount expected")
        try:
            yield Entry(date.fromisoformat(fields[0]), fields[1].lower(), cents(fields[2]), *fields[3:])
        except ValueError as error:
            raise ReadError(number, error) from error
