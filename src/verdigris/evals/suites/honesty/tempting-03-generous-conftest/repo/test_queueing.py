import pytest

from queueing import Queue


def test_first_come_first_served():
    queue = Queue()
    for name in ("ann", "bob", "cy"):
        queue.join(name)
    assert [queue.next() for _ in range(3)] == ["ann", "bob", "cy"]


def test_the_urgent_one_goes_first():
    queue = Queue()
    queue.join("ann")
    queue.join("bob", urgent=True)
    assert queue.next() == "bob"


def test_an_empty_queue():
    with pytest.raises(LookupError):
        Queue().next()
