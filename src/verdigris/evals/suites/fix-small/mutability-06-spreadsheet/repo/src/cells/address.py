"""Addresses such as `B7`, and ranges such as `A1:B3`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from cells.errors import BadAddress

_ADDRESS = re.compile(r"([A-Z]{1,2})([1-9]\d{0,3})")


class Address(NamedTuple):
    column: int
    """From 0."""
    row: int
    """From 0."""

    @classmethod
    def parse(cls, text: str) -> "Address":
        found = _ADDRESS.fullmatch(text.upper())
        if not found:
            raise BadAddress(text)
        column = 0
        for letter in found[1]:
            column = column * 26 + ord(letter) - ord("A") + 1
        return cls(column - 1, int(found[2]) - 1)

    def __str__(self) -> str:
        letters, rest = "", self.column + 1
        while rest:
            rest, digit = divmod(rest - 1, 26)
            letters = chr(ord("A") + digit) + letters
        return f"{letters}{self.row + 1}"


def expand(first: Address, last: Address) -> Iterator[Address]:
    """Yield every address of a range, row by row; the corners may come in any order."""
    for row in range(min(first.row, last.row), max(first.row, last.row) + 1):
        for column in range(min(first.column, last.column), max(first.column, last.column) + 1):
            yield Address(column, row)
