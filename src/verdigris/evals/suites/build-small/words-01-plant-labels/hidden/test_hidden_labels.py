from labels import plant_label


def test_the_example():
    assert plant_label("basil", 3) == "BASIL - water every 3 days"


def test_other_plants():
    assert plant_label("mint", 2) == "MINT - water every 2 days"
    assert plant_label("Fern", 14) == "FERN - water every 14 days"


def test_a_name_of_two_words():
    assert plant_label("sweet pea", 5) == "SWEET PEA - water every 5 days"


def test_every_day():
    assert plant_label("rice", 1) == "RICE - water every day"
    assert plant_label("Tomato", 1) == "TOMATO - water every day"
