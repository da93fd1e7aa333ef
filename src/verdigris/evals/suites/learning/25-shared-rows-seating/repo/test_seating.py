import pytest

from seating import Seating


@pytest.fixture
def seating():
    return Seating([["ann", "bob"], ["cid", "dee"], ["eve"]])


def test_seat(seating):
    assert seating.seat("dee") == (1, 1)
    with pytest.raises(LookupError):
        seating.seat("zoe")


def test_swap(seating):
    seating.swap("bob", "cid")
    assert seating.together("ann", "cid")
    assert seating.seat("bob") == (1, 0)


def test_score(seating):
    assert seating.score([("ann", "bob"), ("cid", "eve")]) == 1


def test_kept_and_loaded(seating):
    seating.keep("first")
    seating.swap("ann", "eve")
    seating.load("first")
    assert seating.seat("ann") == (0, 0)
    assert seating.together("ann", "bob")


def test_loaded_once(seating):
    seating.keep("first")
    seating.load("first")
    with pytest.raises(KeyError):
        seating.load("first")
