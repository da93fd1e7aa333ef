"""The last few log entries, kept in a ring of fixed size."""

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class RecentLog(Generic[T]):
    """Holds the newest `capacity` entries; iterating gives the oldest of them first."""

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self._slots: list[T | None] = [None] * capacity
        self._start = 0
        self._size = 0

    def append(self, entry: T) -> None:
        capacity = len(self._slots)
        self._slots[(self._start + self._size) % capacity] = entry
        if self._size < capacity:
            self._size += 1
        else:
            self._start = (self._start + 1) % capacity

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        for offset in range(self._size):
            yield self._slots[(self._start + offset) % len(self._slots)]

    def newest(self) -> T:
        if not self._size:
            raise LookupError("nothing was logged yet")
        return self._slots[(self._start + self._size - 1) % len(self._slots)]
