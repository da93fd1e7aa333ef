from readings import read


def test_one_reading():
    assert read("inside=20.5") == {"inside": 20.5}


def test_a_broken_line_does_no_harm():
    assert isinstance(read("inside=20.5\nout of order\noutside=7"), dict)


def test_nothing():
    assert read("") == {}
