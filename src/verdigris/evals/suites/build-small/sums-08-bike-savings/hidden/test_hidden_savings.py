from savings import weeks_to_save


def test_something_over():
    assert weeks_to_save(10000, 2500, 2000) == 4
    assert weeks_to_save(1001, 0, 500) == 3


def test_exactly_enough():
    assert weeks_to_save(9000, 3000, 1000) == 6
    assert weeks_to_save(5000, 0, 2500) == 2


def test_one_week():
    assert weeks_to_save(20000, 19999, 300) == 1


def test_enough_already():
    assert weeks_to_save(8000, 8000, 500) == 0
    assert weeks_to_save(8000, 9500, 500) == 0


def test_enough_already_and_nothing_added():
    assert weeks_to_save(8000, 8000, 0) == 0


def test_never():
    assert weeks_to_save(8000, 7000, 0) is None
