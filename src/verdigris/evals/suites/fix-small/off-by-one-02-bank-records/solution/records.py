"""Reading the bank's fixed-width statement lines."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any


def cents(digits: str) -> int:
    """Amounts come as digits with a trailing sign, such as `0001250-`."""
    value = int(digits.rstrip("+-"))
    return -value if digits.endswith("-") else value


@dataclass(frozen=True)
class Field:
    """Positions as in the bank's manual: counted from one, both ends belong to the field."""

    name: str
    first: int
    last: int
    convert: Callable[[str], Any] = str


STATEMENT = (
    Field("account", 1, 8),
    Field("day", 9, 16),
    Field("amount", 17, 25, cents),
    Field("purpose", 26, 45),
)


def read_line(line: str, layout: tuple[Field, ...] = STATEMENT) -> dict[str, Any]:
    return {
        field.name: field.convert(line[field.first - 1 : field.last].strip()) for field in layout
    }


def read_lines(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Comment lines start with `*`; blank ones are skipped."""
    for line in lines:
        if line.strip() and not line.startswith("*"):
            yield read_line(line.rstrip("\n"))
