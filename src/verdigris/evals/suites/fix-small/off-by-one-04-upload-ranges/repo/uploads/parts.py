"""Cutting a file into parts, on the side that sends."""

from __future__ import annotations

from collections.abc import Iterator

from uploads.ranges import ByteRange, header


def plan(whole: int, part_size: int) -> Iterator[ByteRange]:
    """Ranges of at most `part_size` bytes that cover the file in order."""
    if part_size < 1:
        raise ValueError("a part holds at least one byte")
    for first in range(0, whole, part_size):
        yield ByteRange(first, min(first + part_size, whole) - 1)


def parts(data: bytes, part_size: int) -> Iterator[tuple[str, bytes]]:
    """Header and body of each part."""
    for part in plan(len(data), part_size):
        yield header(part, len(data)), data[part.first : part.last + 1]
