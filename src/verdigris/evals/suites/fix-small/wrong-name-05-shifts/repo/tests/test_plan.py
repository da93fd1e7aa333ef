import pytest

from shifts.filling import fill
from shifts.people import Staff, Worker
from shifts.plan import Overbooked, Plan, Shift

ANN = Worker(1, "Ann Lee", 16, frozenset({"icu"}))
BOB = Worker(2, "Bob Ray", 40)
MON, TUE, WED = (Shift(day, 8, 8) for day in ("mon", "tue", "wed"))


def test_hours_add_up():
    plan = Plan()
    plan.assign(MON, BOB)
    plan.assign(TUE, BOB)
    assert plan.hours(BOB) == 16
    assert plan.hours(ANN) == 0


def test_a_released_shift_gives_its_hours_back():
    plan = Plan()
    plan.assign(MON, BOB)
    assert plan.release(MON) == BOB
    assert plan.hours(BOB) == 0


def test_nobody_is_overbooked():
    plan = Plan()
    plan.assign(MON, ANN)
    plan.assign(TUE, ANN)
    with pytest.raises(Overbooked):
        plan.assign(WED, ANN)


def test_a_shift_is_taken_once():
    plan = Plan()
    plan.assign(MON, ANN)
    with pytest.raises(ValueError):
        plan.assign(MON, BOB)


def test_skills_are_required():
    with pytest.raises(ValueError, match="icu"):
        Plan().assign(Shift("mon", 8, 8, "icu"), BOB)


def test_colleagues_of_the_same_name_have_their_own_hours():
    plan, first, second = Plan(), Worker(7, "Kim Park", 8), Worker(8, "Kim Park", 8)
    plan.assign(MON, first)
    plan.assign(TUE, second)
    assert (plan.hours(first), plan.hours(second)) == (8, 8)


def test_filling_spreads_the_work():
    plan = Plan()
    assert fill(plan, [MON, TUE, WED], Staff([ANN, BOB])) == []
    assert plan.hours(BOB) == 24


def test_shifts_nobody_can_take_stay_open():
    plan, surgery = Plan(), Shift("mon", 8, 8, "surgery")
    assert fill(plan, [surgery], Staff([ANN, BOB])) == [surgery]
