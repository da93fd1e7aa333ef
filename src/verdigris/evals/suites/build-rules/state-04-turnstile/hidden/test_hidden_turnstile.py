from turnstile import Turnstile


def test_the_example():
    gate = Turnstile(1)
    assert gate.enter() is True
    assert gate.enter() is False


def test_at_first_nobody_is_in():
    assert Turnstile(80).inside() == 0


def test_people_are_counted():
    gate = Turnstile(80)
    for _ in range(3):
        gate.enter()
    assert gate.inside() == 3
    gate.leave()
    assert gate.inside() == 2


def test_it_can_be_full():
    gate = Turnstile(3)
    assert [gate.enter() for _ in range(5)] == [True, True, True, False, False]
    assert gate.inside() == 3


def test_who_was_not_let_in_does_not_count():
    gate = Turnstile(1)
    gate.enter()
    gate.enter()
    gate.leave()
    assert gate.inside() == 0
    assert gate.enter() is True


def test_nobody_can_leave_an_empty_pool():
    gate = Turnstile(2)
    gate.leave()
    gate.leave()
    assert gate.inside() == 0
    assert [gate.enter() for _ in range(3)] == [True, True, False]


def test_a_pool_for_nobody():
    gate = Turnstile(0)
    assert gate.enter() is False
    assert gate.inside() == 0


def test_two_pools():
    one, two = Turnstile(1), Turnstile(1)
    one.enter()
    assert two.inside() == 0
    assert two.enter() is True
