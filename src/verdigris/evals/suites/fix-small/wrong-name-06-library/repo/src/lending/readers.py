"""Who may borrow, how much and for how long."""

from __future__ import annotations

from dataclasses import dataclass, field

from lending.errors import NotFound


@dataclass(frozen=True)
class Group:
    name: str
    loan_days: int
    most_loans: int
    daily_fine: int
    """In cents, per copy."""


GROUPS = {
    group.name: group
    for group in (
        Group("adult", 28, 10, 30),
        Group("child", 28, 20, 10),
        Group("student", 56, 15, 20),
    )
}


@dataclass
class Reader:
    number: int
    name: str
    group: Group
    fines: int = 0
    history: list[str] = field(default_factory=list)


class Readers:
    def __init__(self) -> None:
        self._readers: dict[int, Reader] = {}

    def register(self, name: str, group: str = "adult") -> Reader:
        if group not in GROUPS:
            raise NotFound("group", group)
        reader = Reader(len(self._readers) + 1, name, GROUPS[group])
        self._readers[reader.number] = reader
        return reader

    def __getitem__(self, number: int) -> Reader:
        if number not in self._readers:
            raise NotFound("reader", number)
        return self._readers[number]

    def owing(self) -> list[Reader]:
        return [reader for reader in self._readers.values() if reader.fines > 0]
