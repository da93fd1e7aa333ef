import itertools

from seating import Seating

GUESTS = "abcdef"


def test_any_swap_can_be_undone():
    for one, two in itertools.combinations(GUESTS, 2):
        seating = Seating([list("ab"), list("cde"), list("f")])
        before = [seating.seat(guest) for guest in GUESTS]
        seating.keep("x")
        seating.swap(one, two)
        assert [seating.seat(guest) for guest in GUESTS] != before
        seating.load("x")
        assert [seating.seat(guest) for guest in GUESTS] == before


def test_what_is_kept_twice_is_two():
    seating = Seating([list("ab"), list("cd")])
    seating.keep("one")
    seating.swap("a", "c")
    seating.keep("two")
    seating.load("one")
    assert seating.together("a", "b")
    seating.load("two")
    assert seating.together("c", "b")
    seating.swap("c", "b")
    assert seating.seat("c") == (0, 1)
