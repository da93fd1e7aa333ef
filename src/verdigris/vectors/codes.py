"""The bits of all vectors in memory, compared by numpy: a hundred thousand in a millisecond.

Only a first sieve: what it lets through is compared by more than a bit a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]


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

    def nearest(self, bits: bytes, limit: int) -> list[int]:
        """Return the rows that differ in the fewest bits, in any order, and some that differ in as
        many as the last of them.
        """
        import numpy as np

        if self._bits is None or self._numbers is None:
            return []
        asked = np.frombuffer(bits.ljust(len(self._bits) * 8, b"\0"), np.uint64)
        count = self._bits.shape[1]
        # Into the same memory each time: fresh memory costs more than the counting.
        differ, both = np.zeros(count, np.uint16), np.empty(count, np.uint64)
        ones = np.empty(count, np.uint8)
        for line, one in zip(self._bits, asked, strict=True):
            np.bitwise_xor(line, one, out=both)
            np.bitwise_count(both, out=ones)
            np.add(differ, ones, out=differ)
        # Distances are small whole numbers: counting them is quicker than sorting.
        so_many = np.cumsum(np.bincount(differ))
        most = int(np.searchsorted(so_many, min(limit, count)))
        nearer, last = np.flatnonzero(differ < most), np.flatnonzero(differ == most)[:limit]
        found: list[int] = self._numbers[np.concatenate([nearer, last])].tolist()
        return found
