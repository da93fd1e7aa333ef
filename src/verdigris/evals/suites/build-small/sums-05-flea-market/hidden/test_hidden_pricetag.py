from pricetag import price_tag


def test_dollars_and_cents():
    assert price_tag(1205) == "$12.05"
    assert price_tag(399) == "$3.99"


def test_whole_dollars():
    assert price_tag(100) == "$1.00"
    assert price_tag(4000) == "$40.00"


def test_two_digits_for_the_cents():
    assert price_tag(150) == "$1.50"
    assert price_tag(207) == "$2.07"


def test_less_than_a_dollar():
    assert price_tag(75) == "$0.75"
    assert price_tag(5) == "$0.05"


def test_free():
    assert price_tag(0) == "FREE"
