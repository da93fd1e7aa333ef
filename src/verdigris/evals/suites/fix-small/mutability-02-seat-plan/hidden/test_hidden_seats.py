import pytest
from seats import Plan, SoldOut


def test_every_seat_is_its_own():
    plan = Plan(4, 5)
    free = 20
    for row in "DBAC":
        for seat in (5, 1, 3, 2, 4):
            plan.book(row, seat)
            free -= 1
            assert plan.free() == free


def test_groups_fill_the_hall():
    plan = Plan(3, 4)
    assert [plan.book_together(2) for _ in range(6)] == ["A1", "A3", "B1", "B3", "C1", "C3"]
    with pytest.raises(SoldOut):
        plan.book_together(1)


def test_two_halls_are_apart():
    first, second = Plan(2, 2), Plan(2, 2)
    first.book("A", 1)
    assert second.free() == 4
    assert first.draw() == "x.\n.."


def test_same_seat_of_other_rows_stays_free():
    plan = Plan(3, 2)
    plan.book("A", 2)
    plan.book("B", 2)
    assert plan.draw() == ".x\n.x\n.."
