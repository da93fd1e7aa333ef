"""What happened, in order, with the second at which it did."""

from collections.abc import Iterator
from typing import NamedTuple


class Entry(NamedTuple):
    second: int
    job: int
    what: str


class Journal:
    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def note(self, second: int, job: int, what: str) -> None:
        self._entries.append(Entry(second, job, what))

    def of_job(self, job: int) -> list[Entry]:
        return [entry for entry in self._entries if entry.job == job]

    def since(self, second: int) -> list[Entry]:
        return [entry for entry in self._entries if entry.second >= second]

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
