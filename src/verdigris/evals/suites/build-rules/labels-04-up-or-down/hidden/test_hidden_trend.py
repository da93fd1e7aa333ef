from trend import trend


def test_the_examples():
    assert trend(5, 8) == "up 3"
    assert trend(1, -3) == "down 4"


def test_down():
    assert trend(10, 8) == "down 2"
    assert trend(1, 0) == "down 1"


def test_no_change():
    assert trend(4, 4) == "same"
    assert trend(0, 0) == "same"
    assert trend(-7, -7) == "same"


def test_from_and_to_zero():
    assert trend(0, 6) == "up 6"
    assert trend(6, 0) == "down 6"


def test_two_negative_numbers():
    assert trend(-5, -2) == "up 3"
    assert trend(-2, -5) == "down 3"


def test_across_zero():
    assert trend(-3, 3) == "up 6"
    assert trend(3, -3) == "down 6"
