import random

import pytest

from shifts.filling import fill
from shifts.people import Staff, Worker
from shifts.plan import Overbooked, Plan, Shift


@pytest.mark.parametrize("seed", range(5))
def test_hours_are_those_of_the_assigned_shifts(seed):
    rng = random.Random(seed)
    workers = [Worker(n, rng.choice(["Kim", "Lee"]), rng.choice([8, 16, 40])) for n in range(6)]
    plan, taken = Plan(), []
    for n in range(60):
        shift = Shift(f"d{n}", rng.randrange(24), rng.choice([4, 8]))
        try:
            plan.assign(shift, rng.choice(workers))
            taken.append(shift)
        except Overbooked:
            pass
        if taken and rng.random() < 0.3:
            plan.release(taken.pop(rng.randrange(len(taken))))
    for worker in workers:
        assert plan.hours(worker) == sum(shift.hours for shift in plan.shifts_of(worker))
        assert plan.hours(worker) <= worker.weekly_hours


def test_releasing_one_kims_shift_leaves_the_other_alone():
    plan, first, second = Plan(), Worker(1, "Kim", 8), Worker(2, "Kim", 8)
    plan.assign(Shift("mon", 8, 8), first)
    plan.assign(Shift("tue", 8, 8), second)
    plan.release(Shift("mon", 8, 8))
    assert (plan.hours(first), plan.hours(second)) == (0, 8)


def test_a_team_of_namesakes_fills_its_week():
    staff = Staff([Worker(n, "Kim", 8) for n in range(5)])
    shifts = [Shift(day, 8, 8) for day in ("mon", "tue", "wed", "thu", "fri")]
    assert fill(Plan(), shifts, staff) == []
