import random

import pytest

from box_office.adjacent import best
from box_office.clock import ManualClock
from box_office.errors import BoxOfficeError, HoldExpired, SeatTaken
from box_office.picture import picture
from box_office.plan import Plan
from box_office.show import Show


def make(seconds=60):
    clock = ManualClock()
    return Show(Plan("AB", 4, {}, 1000), clock, hold_seconds=seconds), clock


def test_cancelled_seats_are_free_again():
    show, _ = make()
    hold = show.hold("ann", ["A1", "A2", "B1"])
    show.cancel(hold.number)
    assert len(show.free_seats()) == 8
    assert show.hold("bob", ["A2", "B1"]).seats == ("A2", "B1")


def test_all_seats_of_an_old_hold_are_free():
    show, clock = make()
    show.hold("ann", ["A1", "A2"])
    clock.advance(30)
    show.hold("bob", ["B1"])
    clock.advance(30)
    assert show.free_seats() == ["A1", "A2", "A3", "A4", "B2", "B3", "B4"]
    clock.advance(29)
    assert not show.is_free("B1")
    clock.advance(1)
    assert show.is_free("B1")


def test_the_old_hold_cannot_touch_the_new_one():
    show, clock = make()
    old = show.hold("ann", ["A1"])
    clock.advance(60)
    new = show.hold("bob", ["A1"])
    with pytest.raises(HoldExpired):
        show.cancel(old.number)
    with pytest.raises(SeatTaken):
        show.hold("cy", ["A1"])
    assert show.pay(new.number) == 1000


def test_paid_and_refunded():
    show, _ = make()
    show.pay(show.hold("ann", ["A1", "A2"]).number)
    assert picture(show).splitlines()[0] == "A xx.."
    show.refund("A1")
    assert picture(show).splitlines()[0] == "A .x.."
    show.hold("bob", ["A1"])
    assert picture(show).splitlines()[0] == "A ox.."


def test_best_after_expiry():
    show, clock = make()
    show.hold("ann", ["A2"])
    assert best(show, 4) == ["B1", "B2", "B3", "B4"]
    clock.advance(60)
    assert best(show, 4) == ["A1", "A2", "A3", "A4"]


@pytest.mark.parametrize("seed", range(10))
def test_against_a_simple_model(seed):
    rng = random.Random(seed)
    show, clock = make(5)
    held, sold = {}, set()
    for _ in range(150):
        now = clock.now()
        held = {n: (seats, until) for n, (seats, until) in held.items() if until > now}
        busy = sold | {s for seats, _ in held.values() for s in seats}
        assert show.free_seats() == [s for s in show.plan if s not in busy]
        kind = rng.randrange(4)
        if kind == 0:
            seats = rng.sample(list(show.plan), 2)
            try:
                hold = show.hold(str(rng.random()), seats)
                assert not busy & set(seats)
                held[hold.number] = (seats, now + 5)
            except SeatTaken:
                assert busy & set(seats)
        elif kind == 1 and held:
            number = rng.choice(sorted(held))
            sold |= set(held.pop(number)[0])
            show.pay(number)
        elif kind == 2 and held:
            number = rng.choice(sorted(held))
            held.pop(number)
            show.cancel(number)
        elif sold and rng.random() < 0.5:
            seat = rng.choice(sorted(sold))
            sold.discard(seat)
            show.refund(seat)
        else:
            clock.advance(rng.randrange(4))
