from seating import find_seats


def test_the_example():
    assert find_seats(["...", "x.x", "x.."], 2) == (2, 1)


def test_a_single_row():
    assert find_seats(["...."], 4) == (0, 0)
    assert find_seats(["x..x."], 2) == (0, 1)
    assert find_seats(["x.x.."], 2) == (0, 3)


def test_the_back_is_preferred():
    assert find_seats(["....", "....", "...."], 1) == (2, 0)
    assert find_seats(["....", "....", "xxxx"], 3) == (1, 0)
    assert find_seats(["..", ".x"], 2) == (0, 0)


def test_left_before_right():
    assert find_seats(["..x.."], 2) == (0, 0)


def test_rows_of_different_length():
    assert find_seats([".", "....", ".."], 3) == (1, 0)


def test_no_place():
    assert find_seats(["x.x", ".x."], 2) is None
    assert find_seats([], 1) is None
    assert find_seats(["", ""], 1) is None
    assert find_seats(["..."], 4) is None
