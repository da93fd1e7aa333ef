import pytest

from recent import RecentLog


def filled(capacity, entries):
    log = RecentLog(capacity)
    for entry in entries:
        log.append(entry)
    return log


def test_fewer_entries_than_room():
    assert list(filled(5, "abc")) == ["a", "b", "c"]


def test_exactly_full():
    assert list(filled(3, "abc")) == ["a", "b", "c"]


def test_the_oldest_entry_makes_room():
    assert list(filled(3, "abcd")) == ["b", "c", "d"]


def test_going_round_more_than_once():
    assert list(filled(3, "abcdefgh")) == ["f", "g", "h"]


def test_the_length_never_exceeds_the_capacity():
    assert len(filled(3, "abcdef")) == 3


def test_the_newest_of_a_full_log():
    assert filled(2, "xyz").newest() == "z"


def test_an_empty_log_has_no_newest_entry():
    with pytest.raises(LookupError):
        RecentLog(2).newest()
