from roman import number


def test_letters_add_up():
    assert number("MDCLXVI") == 1666


def test_the_year_on_the_town_hall():
    assert number("MCMIV") == 1904


def test_one():
    assert number("I") == 1
