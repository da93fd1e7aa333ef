from offers import cheapest


def test_the_example():
    assert cheapest({"Nord": 12, "Ost": 9, "West": None}) == "Ost"


def test_one_shop():
    assert cheapest({"Nord": 12}) == "Nord"


def test_the_first_and_the_last_can_be_cheapest():
    assert cheapest({"a": 1, "b": 2, "c": 3}) == "a"
    assert cheapest({"a": 3, "b": 2, "c": 1}) == "c"


def test_equal_prices():
    assert cheapest({"West": 5, "Ost": 5, "Nord": 7}) == "Ost"
    assert cheapest({"b": 2, "c": 2, "a": 2}) == "a"


def test_given_away():
    assert cheapest({"Nord": 3, "Ost": 0}) == "Ost"
    assert cheapest({"Nord": None, "Ost": 0}) == "Ost"


def test_sold_out():
    assert cheapest({"Nord": None, "Ost": None, "West": 99}) == "West"


def test_sold_out_everywhere():
    assert cheapest({"Nord": None, "Ost": None}) is None


def test_no_shops():
    assert cheapest({}) is None
