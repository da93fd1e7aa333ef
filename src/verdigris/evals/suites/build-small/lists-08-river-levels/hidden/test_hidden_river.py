from river import level_changes


def test_the_example():
    assert level_changes([120, 125, 121]) == [5, -4]


def test_rising():
    assert level_changes([100, 101, 103, 110]) == [1, 2, 7]


def test_falling():
    assert level_changes([90, 80, 75]) == [-10, -5]


def test_standing_still():
    assert level_changes([64, 64, 70, 70]) == [0, 6, 0]


def test_two_levels():
    assert level_changes([88, 95]) == [7]


def test_fewer_than_two_levels():
    assert level_changes([130]) == []
    assert level_changes([]) == []
