import pytest

from lockers import Lockers


def test_the_lowest_free_number_is_given():
    lockers = Lockers(3)
    assert lockers.free() == 3
    assert lockers.take("Ada") == 1
    assert lockers.take("Bob") == 2
    assert lockers.free() == 1
    assert lockers.holder(1) == "Ada" and lockers.holder(3) is None


def test_one_person_has_one_locker():
    lockers = Lockers(2)
    assert lockers.take("Ada") == 1
    assert lockers.take("Ada") == 1
    assert lockers.free() == 1


def test_giving_back():
    lockers = Lockers(3)
    for name in ("Ada", "Bob", "Cy"):
        lockers.take(name)
    assert lockers.give_back(2) == "Bob"
    assert lockers.give_back(1) == "Ada"
    assert lockers.free() == 2 and lockers.holder(2) is None
    assert lockers.take("Di") == 1
    assert lockers.take("Bob") == 2


def test_none_is_free():
    lockers = Lockers(1)
    lockers.take("Ada")
    with pytest.raises(RuntimeError):
        lockers.take("Bob")
    assert lockers.take("Ada") == 1
    with pytest.raises(RuntimeError):
        Lockers(0).take("Ada")


@pytest.mark.parametrize("number", [0, 2, 4, -1])
def test_giving_back_what_is_not_taken(number):
    lockers = Lockers(3)
    lockers.take("Ada")
    with pytest.raises(KeyError):
        lockers.give_back(number)


@pytest.mark.parametrize("number", [0, 4, -1])
def test_numbers_that_do_not_exist(number):
    with pytest.raises(KeyError):
        Lockers(3).holder(number)


def test_pools_are_independent():
    one, two = Lockers(1), Lockers(1)
    one.take("Ada")
    assert two.free() == 1
