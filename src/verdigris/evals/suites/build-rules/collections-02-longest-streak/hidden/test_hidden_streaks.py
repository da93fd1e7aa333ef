from streaks import longest_streak


def test_the_example():
    assert longest_streak(["W", "L", "W", "W", "L"], "W") == (2, 2)


def test_one_run():
    assert longest_streak([1], 1) == (0, 1)
    assert longest_streak([1, 1, 1], 1) == (0, 3)
    assert longest_streak([0, 0, 1, 1], 1) == (2, 2)


def test_the_longest_counts():
    assert longest_streak([1, 1, 1, 0, 1, 1], 1) == (0, 3)
    assert longest_streak([1, 0, 1, 1, 0, 1, 1, 1, 0, 1], 1) == (5, 3)


def test_the_last_of_equals_counts():
    assert longest_streak([1, 0, 1, 0, 1], 1) == (4, 1)
    assert longest_streak([1, 1, 0, 1, 1], 1) == (3, 2)
    assert longest_streak([1, 1, 0, 1, 1, 0, 1], 1) == (3, 2)


def test_it_is_not_there():
    assert longest_streak([], 1) is None
    assert longest_streak([0, 2, 3], 1) is None


def test_other_values():
    assert longest_streak(["a", None, None], None) == (1, 2)
    assert longest_streak(["x", "x", "y", "y", "y"], "y") == (2, 3)
