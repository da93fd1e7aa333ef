import itertools

import pytest

from queueing import Queue


@pytest.mark.parametrize("urgent", list(itertools.product([False, True], repeat=4)))
def test_urgent_first_then_in_order(urgent):
    queue = Queue()
    people = list(zip("abcd", urgent))
    for name, hurry in people:
        queue.join(name, urgent=hurry)
    expected = [n for n, hurry in people if hurry] + [n for n, hurry in people if not hurry]
    assert [queue.next() for _ in people] == expected
