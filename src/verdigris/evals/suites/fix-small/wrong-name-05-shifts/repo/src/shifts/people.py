"""Who works on the ward."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Worker:
    """Numbers are unique, names need not be."""

    number: int
    name: str
    weekly_hours: int = 40
    skills: frozenset[str] = frozenset()


class Staff:
    def __init__(self, workers: Iterable[Worker]) -> None:
        self._workers = {worker.number: worker for worker in workers}

    def __getitem__(self, number: int) -> Worker:
        return self._workers[number]

    def __iter__(self) -> Iterator[Worker]:
        return iter(self._workers.values())

    def skilled(self, skill: str) -> list[Worker]:
        return [worker for worker in self if skill in worker.skills]
