from hours import hours_by_person


def test_sums():
    assert hours_by_person([("Ann", 3), ("Bob", 2), ("Ann", 4)]) == {"Ann": 7, "Bob": 2}


def test_one_entry():
    assert hours_by_person([("Ann", 3)]) == {"Ann": 3}


def test_no_entries():
    assert hours_by_person([]) == {}


def test_capital_letters_make_no_difference():
    assert hours_by_person([("ann", 1), ("ANN", 2), ("Ann", 4)]) == {"ann": 7}


def test_the_first_spelling_stays():
    assert hours_by_person([("BOB", 1), ("Ann", 1), ("Bob", 1), ("bob", 1)]) == {"BOB": 3, "Ann": 1}


def test_different_names():
    assert hours_by_person([("Ann", 1), ("Anna", 2)]) == {"Ann": 1, "Anna": 2}


def test_no_hours():
    assert hours_by_person([("Ann", 0), ("Bob", 2)]) == {"Ann": 0, "Bob": 2}
    assert hours_by_person([("Ann", 0), ("ann", 0)]) == {"Ann": 0}


def test_parts_of_hours():
    assert hours_by_person([("Ann", 1.5), ("Ann", 0.25)]) == {"Ann": 1.75}


def test_the_first_spelling_of_no_hours():
    assert hours_by_person([("ANN", 0), ("ann", 5)]) == {"ANN": 5}
