import pytest

from box_office.adjacent import best
from box_office.clock import ManualClock
from box_office.errors import BoxOfficeError, HoldExpired, SeatTaken, UnknownSeat
from box_office.picture import picture
from box_office.plan import Plan
from box_office.show import Show


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def show(clock):
    return Show(Plan("ABC", 5, {"A": 4000}, 2500), clock, hold_seconds=60)


def test_plan(show):
    assert len(show.plan) == 15
    assert show.plan.price("A3") == 4000
    with pytest.raises(UnknownSeat):
        show.plan.price("Z1")


def test_hold_and_pay(show):
    hold = show.hold("ann", ["A1", "B1"])
    assert not show.is_free("A1")
    assert show.pay(hold.number) == 6500
    assert show.takings() == 6500
    assert not show.is_free("A1")


def test_held_seats_are_taken(show):
    show.hold("ann", ["A1"])
    with pytest.raises(SeatTaken) as caught:
        show.hold("bob", ["A1", "A2"])
    assert caught.value.seats == ["A1"]
    assert show.is_free("A2")


def test_sold_seats_are_taken(show):
    show.pay(show.hold("ann", ["A1"]).number)
    with pytest.raises(SeatTaken):
        show.hold("bob", ["A1"])


def test_holds_run_out(show, clock):
    hold = show.hold("ann", ["A1"])
    clock.advance(60)
    with pytest.raises(HoldExpired):
        show.pay(hold.number)


def test_after_that_the_seat_is_free(show, clock):
    show.hold("ann", ["A1"])
    clock.advance(61)
    assert show.is_free("A1")
    show.hold("bob", ["A1"])


def test_cancel(show):
    show.cancel(show.hold("ann", ["C5"]).number)
    assert len(show.holds) == 0
    with pytest.raises(HoldExpired):
        show.cancel(1)


def test_not_too_many(show):
    show.hold("ann", ["A1", "A2", "A3", "A4"])
    with pytest.raises(BoxOfficeError):
        show.hold("ann", ["B1", "B2", "B3"])


def test_refund(show):
    show.pay(show.hold("ann", ["A1"]).number)
    assert show.refund("A1") == 4000
    assert show.is_free("A1")
    assert show.takings() == 0


def test_side_by_side(show):
    show.pay(show.hold("ann", ["A2"]).number)
    assert best(show, 3) == ["A3", "A4", "A5"]
    assert best(show, 1) == ["A1"]
    assert best(show, 6) is None


def test_picture(show):
    show.hold("ann", ["A2"])
    show.pay(show.hold("bob", ["B1"]).number)
    assert picture(show) == "A .o...\nB x....\nC ....."


def test_manual_clock(clock):
    with pytest.raises(ValueError):
        clock.advance(-1)
