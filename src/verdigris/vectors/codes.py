"""The bits of all vectors in memory, compared by numpy: a hundred thousand in a millisecond.

Only a first sieve: what it lets through is compared by more than a bit a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from verdigris.vectors.base import Vector

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

WIDER = 5
"""Rows looked at by their weights, for each that is let through."""

_MANY_LINES, _MANY, _SHARE = 8, 20_000, 16
"""From how many lines and rows on half of the bits is compared first, and what share of the rows by
the rest. The sixteenth part holds all but a thousandth of what is sought."""


def available() -> bool:
    """Tell whether numpy is here and new enough to count bits."""
    try:
        import numpy as np
    except ImportError:
        return False
    return hasattr(np, "bitwise_count")


class Codes:
    """Numbers of rows with their bits. Grows at the end; whatever else changes needs a new one."""

    def __init__(self) -> None:
        self.last = 0
        """The highest number it holds; rows come in this order."""
        self._numbers: Array | None = None
        self._bits: Array | None = None
        """A line for each 64 bits, so that a comparison runs along memory."""

    def add(self, rows: Sequence[tuple[int, bytes]]) -> None:
        import numpy as np

        if not rows:
            return
        width = -(-len(rows[0][1]) // 8) * 8
        data = b"".join(bits.ljust(width, b"\0") for _, bits in rows)
        new = np.ascontiguousarray(np.frombuffer(data, np.uint64).reshape(len(rows), -1).T)
        numbers = np.array([number for number, _ in rows], np.int64)
        if self._bits is not None and self._numbers is not None:
            new = np.concatenate([self._bits, new], axis=1)
            numbers = np.concatenate([self._numbers, numbers])
        self._bits, self._numbers, self.last = new, numbers, rows[-1][0]

    def nearest(self, bits: bytes, vector: Vector, limit: int) -> list[int]:
        """Return the rows that are likely to be nearest, in any order.

        First those that differ in the fewest bits, several times as many as asked for; of these the
        ones with the most weight where their bits are set. The weights are what the bits of the
        question leave out.
        """
        import numpy as np

        if self._bits is None or self._numbers is None:
            return []
        places = self._alike(bits, WIDER * limit)
        if len(places) > limit:
            theirs = np.ascontiguousarray(self._bits[:, places].T).view(np.uint8)
            ones = np.unpackbits(theirs, axis=1, count=len(vector)).astype(np.float32)
            # Not a matrix product, whose threads take cores from the tests for a while.
            weight = np.einsum("ij,j->i", ones, np.asarray(vector, np.float32))
            places = places[np.argpartition(-weight, limit)[:limit]]
        found: list[int] = self._numbers[places].tolist()
        return found

    def _alike(self, bits: bytes, limit: int) -> Array:
        """Return the places of rows that differ in the fewest bits, and of some that differ in as
        many as the last of them.
        """
        import numpy as np

        assert self._bits is not None
        lines, count = self._bits, self._bits.shape[1]
        asked = np.frombuffer(bits.ljust(len(lines) * 8, b"\0"), np.uint64)
        if len(lines) < _MANY_LINES or count < _MANY:
            return _fewest(_differing(lines, asked), limit)
        # Every other line says which rows are worth a look at the rest.
        differ = _differing(lines[::2], asked[::2])
        places = _fewest(differ, max(limit, count // _SHARE))
        rest = np.ascontiguousarray(lines[1::2][:, places])
        return places[_fewest(differ[places] + _differing(rest, asked[1::2]), limit)]


def _differing(lines: Array, asked: Array) -> Array:
    """Return in how many bits each row differs."""
    import numpy as np

    count = lines.shape[1]
    # Into the same memory each time: fresh memory costs more than the counting.
    differ, both = np.zeros(count, np.uint16), np.empty(count, np.uint64)
    ones = np.empty(count, np.uint8)
    for line, one in zip(lines, asked, strict=True):
        np.bitwise_xor(line, one, out=both)
        np.bitwise_count(both, out=ones)
        np.add(differ, ones, out=differ)
    return differ


def _fewest(differ: Array, limit: int) -> Array:
    """Return the places of the smallest numbers, and of some that are as small as the last."""
    import numpy as np

    # Small whole numbers: counting them is quicker than sorting.
    so_many = np.cumsum(np.bincount(differ))
    most = int(np.searchsorted(so_many, min(limit, len(differ))))
    return np.concatenate([np.flatnonzero(differ < most), np.flatnonzero(differ == most)[:limit]])
