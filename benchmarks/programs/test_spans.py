import pytest
from spans import check, covered, gaps, length, merged, touches


def test_a_span_is_as_long_as_its_ends_are_apart():
    assert length((3, 8)) == 5


def test_a_span_may_be_empty():
    assert check((2, 2)) == (2, 2)


def test_a_span_does_not_end_before_it_starts():
    with pytest.raises(ValueError):
        check((3, 2))


def test_neighbours_touch():
    assert touches((1, 2), (2, 3))
    assert touches((2, 3), (1, 2))


def test_strangers_do_not_touch():
    assert not touches((1, 2), (4, 5))
    assert not touches((4, 5), (1, 2))


def test_overlaps_are_merged():
    assert merged([(5, 9), (1, 3), (2, 4)]) == [(1, 4), (5, 9)]


def test_a_span_inside_another_vanishes():
    assert merged([(1, 9), (2, 3)]) == [(1, 9)]


def test_nothing_is_merged_to_nothing():
    assert merged([]) == []


def test_what_is_covered_twice_counts_once():
    assert covered([(0, 4), (2, 6)]) == 6


def test_what_lies_apart_adds_up():
    assert covered([(0, 1), (5, 7)]) == 3


def test_gaps_are_found():
    assert gaps([(2, 3), (5, 6)], (0, 8)) == [(0, 2), (3, 5), (6, 8)]


def test_no_gap_where_all_is_covered():
    assert gaps([(0, 9)], (0, 8)) == []


def test_what_lies_behind_is_left_out():
    assert gaps([(9, 12)], (0, 8)) == [(0, 8)]
