from attendance import missing


def test_the_example():
    assert missing(["Ann", "Bob", "Cy"], ["bob"]) == ["Ann", "Cy"]


def test_everybody_is_there():
    assert missing(["Ann", "Bob"], ["Bob", "Ann"]) == []


def test_nobody_is_there():
    assert missing(["Ann", "Bob"], []) == ["Ann", "Bob"]


def test_nobody_is_invited():
    assert missing([], ["Ann"]) == []
    assert missing([], []) == []


def test_the_order_is_that_of_the_invitations():
    assert missing(["Zoe", "Mia", "Ann", "Bob"], ["Mia"]) == ["Zoe", "Ann", "Bob"]


def test_capital_letters_on_either_side():
    assert missing(["ANN", "bob"], ["ann", "BOB"]) == []
    assert missing(["ANN", "bob", "cY"], ["Bob"]) == ["ANN", "cY"]


def test_guests_who_are_not_invited():
    assert missing(["Ann", "Bob"], ["Cy", "Ann", "Di"]) == ["Bob"]


def test_part_of_a_name_is_not_the_name():
    assert missing(["Ann", "Joanna"], ["Anna"]) == ["Ann", "Joanna"]
