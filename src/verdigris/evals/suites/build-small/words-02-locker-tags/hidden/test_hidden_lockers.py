from lockers import locker_tag


def test_the_example():
    assert locker_tag("Anna", "Becker") == "BEC-A"


def test_other_pupils():
    assert locker_tag("Tom", "Winter") == "WIN-T"
    assert locker_tag("Olga", "Petrova") == "PET-O"


def test_three_letters():
    assert locker_tag("Sue", "Fox") == "FOX-S"


def test_a_short_last_name():
    assert locker_tag("Mei", "Li") == "LI-M"
    assert locker_tag("Jin", "O") == "O-J"


def test_small_letters():
    assert locker_tag("ben", "harris") == "HAR-B"
