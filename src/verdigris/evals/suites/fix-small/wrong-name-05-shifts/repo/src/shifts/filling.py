"""Filling a week: each shift goes to the worker with the most hours left."""

from __future__ import annotations

from collections.abc import Iterable

from shifts.people import Staff, Worker
from shifts.plan import Overbooked, Plan, Shift


def fill(plan: Plan, shifts: Iterable[Shift], staff: Staff) -> list[Shift]:
    """Assign what can be assigned; the shifts that nobody can take are returned."""
    open_shifts = []
    for shift in shifts:
        able = staff.skilled(shift.skill) if shift.skill else list(staff)
        if not any(_try(plan, shift, worker) for worker in _by_hours_left(plan, able)):
            open_shifts.append(shift)
    return open_shifts


def _by_hours_left(plan: Plan, workers: Iterable[Worker]) -> list[Worker]:
    return sorted(workers, key=lambda worker: plan.hours(worker) - worker.weekly_hours)


def _try(plan: Plan, shift: Shift, worker: Worker) -> bool:
    try:
        plan.assign(shift, worker)
    except Overbooked:
        return False
    return True
