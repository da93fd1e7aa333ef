from menu import spice_level


def test_the_example():
    assert spice_level("Green curry **") == "medium"


def test_no_star():
    assert spice_level("Rice pudding") == "mild"


def test_one_star():
    assert spice_level("Bean stew *") == "medium"


def test_three_stars():
    assert spice_level("Red curry ***") == "hot"


def test_more_stars():
    assert spice_level("Dragon soup *****") == "hot"


def test_stars_elsewhere():
    assert spice_level("* Noodles *") == "medium"
    assert spice_level("** Chili *") == "hot"
