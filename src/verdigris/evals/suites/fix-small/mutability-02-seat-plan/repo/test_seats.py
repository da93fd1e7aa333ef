import pytest
from seats import Plan, SoldOut


@pytest.fixture
def plan():
    return Plan(3, 4)


def test_all_free(plan):
    assert plan.free() == 12


def test_draw(plan):
    plan.book("B", 2)
    assert plan.draw() == "....\n.x..\n...."


def test_twice(plan):
    plan.book("A", 1)
    with pytest.raises(ValueError):
        plan.book("a", 1)


def test_no_such_seat(plan):
    with pytest.raises(ValueError):
        plan.book("D", 1)


def test_together(plan):
    assert plan.book_together(3) == "A1"
    assert plan.book_together(2) == "B1"


def test_sold_out(plan):
    with pytest.raises(SoldOut):
        plan.book_together(5)


def test_one_row():
    hall = Plan(1, 3)
    hall.book("A", 3)
    assert hall.free() == 2
