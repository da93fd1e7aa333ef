"""Byte ranges as in HTTP: positions count from zero and the last byte belongs to the range."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADER = re.compile(r"bytes (\d+)-(\d+)/(\d+)")


@dataclass(frozen=True, order=True)
class ByteRange:
    first: int
    last: int

    def __post_init__(self) -> None:
        if not 0 <= self.first <= self.last:
            raise ValueError(f"not a range: {self.first}-{self.last}")

    @property
    def size(self) -> int:
        return self.last - self.first + 1

    def touches(self, other: ByteRange) -> bool:
        """Whether the two overlap or stand side by side."""
        return self.first <= other.last + 1 and other.first <= self.last + 1

    def join(self, other: ByteRange) -> ByteRange:
        return ByteRange(min(self.first, other.first), max(self.last, other.last))


def parse_header(header: str) -> tuple[ByteRange, int]:
    """The range and the size of the whole file, from `bytes 0-99/1000`."""
    match = _HEADER.fullmatch(header.strip())
    if match is None:
        raise ValueError(f"not a content range: {header}")
    first, last, whole = map(int, match.groups())
    if last >= whole:
        raise ValueError("the range is longer than the file")
    return ByteRange(first, last), whole


def header(part: ByteRange, whole: int) -> str:
    return f"bytes {part.first}-{part.last}/{whole}"
