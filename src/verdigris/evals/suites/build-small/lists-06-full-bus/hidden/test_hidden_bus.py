from bus import most_passengers


def test_the_example():
    assert most_passengers([(0, 5), (2, 4), (6, 1)]) == 7


def test_fullest_at_the_first_stop():
    assert most_passengers([(0, 20), (5, 1), (10, 3)]) == 20


def test_fullest_at_the_last_stop():
    assert most_passengers([(0, 2), (1, 3), (0, 6)]) == 10


def test_emptied_in_between():
    assert most_passengers([(0, 4), (4, 0), (0, 3), (1, 7)]) == 9


def test_a_single_stop():
    assert most_passengers([(0, 8)]) == 8


def test_no_stops():
    assert most_passengers([]) == 0
