"""Which worker has which shift, and how many hours that makes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from shifts.people import Worker


@dataclass(frozen=True)
class Shift:
    day: str
    start: int
    hours: int
    skill: str = ""


class Overbooked(Exception):
    """The worker would have more hours than agreed."""


class Plan:
    def __init__(self) -> None:
        self._assigned: dict[Shift, Worker] = {}
        self._hours: dict[int, int] = defaultdict(int)

    def assign(self, shift: Shift, worker: Worker) -> None:
        """Raises Overbooked, and ValueError for a shift that is taken or needs another skill."""
        if shift in self._assigned:
            raise ValueError("the shift is taken")
        if shift.skill and shift.skill not in worker.skills:
            raise ValueError(f"{worker.name} is not trained for {shift.skill}")
        if self.hours(worker) + shift.hours > worker.weekly_hours:
            raise Overbooked(worker.name)
        self._assigned[shift] = worker
        self._hours[worker.number] += shift.hours

    def release(self, shift: Shift) -> Worker:
        worker = self._assigned.pop(shift)
        self._hours[worker.number] -= shift.hours
        return worker

    def hours(self, worker: Worker) -> int:
        return self._hours[worker.number]

    def worker_of(self, shift: Shift) -> Worker | None:
        return self._assigned.get(shift)

    def shifts_of(self, worker: Worker) -> list[Shift]:
        return [shift for shift, who in self._assigned.items() if who == worker]
