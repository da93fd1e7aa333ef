from collections import deque

import pytest

from recent import RecentLog


@pytest.mark.parametrize("capacity", [1, 2, 3, 4, 7])
def test_it_behaves_like_a_bounded_deque(capacity):
    log, model = RecentLog(capacity), deque(maxlen=capacity)
    for entry in range(40):
        log.append(entry)
        model.append(entry)
        assert list(log) == list(model)
        assert log.newest() == model[-1]
        assert len(log) == len(model)


def test_none_is_an_entry_like_any_other():
    log = RecentLog(2)
    for entry in (None, 1, None):
        log.append(entry)
    assert list(log) == [1, None]


def test_iterating_changes_nothing():
    log = RecentLog(2)
    for entry in "abc":
        log.append(entry)
    assert list(log) == list(log) == ["b", "c"]
