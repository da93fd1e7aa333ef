from plots import notice


def test_example():
    assert notice([7, 1, 3, 2, 10, 9]) == "1-3, 7, 9-10"


def test_single_plots():
    assert notice([5]) == "5"
    assert notice([8, 2, 5]) == "2, 5, 8"


def test_one_long_run():
    assert notice([4, 5, 6, 7, 8]) == "4-8"


def test_two_neighbours():
    assert notice([12, 11]) == "11-12"


def test_numbers_that_occur_twice():
    assert notice([3, 3, 4, 4, 5, 9, 9]) == "3-5, 9"


def test_empty():
    assert notice([]) == "none"
