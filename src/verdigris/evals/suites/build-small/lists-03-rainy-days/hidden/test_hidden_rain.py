from rain import rainy_days


def test_some_days():
    assert rainy_days([0, 12, 3, 20], 5) == [2, 4]


def test_the_first_day():
    assert rainy_days([9, 1, 8, 2, 7], 6) == [1, 3, 5]


def test_parts_of_millimetres():
    assert rainy_days([0.5, 2.5, 1.0], 2) == [2]


def test_exactly_the_limit():
    assert rainy_days([5, 6, 5, 7], 5) == [2, 4]


def test_every_day():
    assert rainy_days([3, 3, 3], 1) == [1, 2, 3]


def test_no_day():
    assert rainy_days([1, 0, 2], 10) == []
