"""Cells and ranges, as people write them (`B7`, `A1:C9`) and as the sheet keeps them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from tinysheet.errors import BadReference

_REF = re.compile(r"([A-Za-z]{1,3})([1-9]\d*)")


def column_name(index: int) -> str:
    """The letters of a column, counted from zero: 0 is A, 25 is Z, 26 is AA."""
    if index < 0:
        raise BadReference(f"no column {index}")
    name = ascii_uppercase[index % 26]
    while index >= 26:
        index = index // 26 - 1
        name = ascii_uppercase[index % 26] + name
    return name


def column_index(name: str) -> int:
    """The other way round."""
    index = 0
    for letter in name.upper():
        index = index * 26 + ascii_uppercase.index(letter) + 1
    return index - 1


@dataclass(frozen=True, order=True)
class Ref:
    """Row and column, both from zero."""

    row: int
    column: int

    @classmethod
    def parse(cls, text: str) -> Ref:
        match = _REF.fullmatch(text.strip())
        if match is None:
            raise BadReference(f"not a cell: {text}")
        return cls(int(match[2]) - 1, column_index(match[1]))

    def moved(self, rows: int, columns: int) -> Ref:
        if self.row + rows < 0 or self.column + columns < 0:
            raise BadReference("moved off the sheet")
        return Ref(self.row + rows, self.column + columns)

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.row + 1}"


@dataclass(frozen=True)
class Range:
    """All cells between two corners, the corners included."""

    first: Ref
    last: Ref

    @classmethod
    def between(cls, one: Ref, other: Ref) -> Range:
        rows = sorted((one.row, other.row))
        columns = sorted((one.column, other.column))
        return cls(Ref(rows[0], columns[0]), Ref(rows[1], columns[1]))

    def __iter__(self) -> Iterator[Ref]:
        for row in range(self.first.row, self.last.row + 1):
            for column in range(self.first.column, self.last.column + 1):
                yield Ref(row, column)

    def __contains__(self, ref: object) -> bool:
        return (
            isinstance(ref, Ref)
            and self.first.row <= ref.row <= self.last.row
            and self.first.column <= ref.column <= self.last.column
        )

    def __str__(self) -> str:
        return f"{self.first}:{self.last}"
