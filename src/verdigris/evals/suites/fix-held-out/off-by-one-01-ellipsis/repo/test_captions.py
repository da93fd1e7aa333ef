from captions import row, shorten, shorten_middle


def test_short_texts_stay():
    assert shorten("tea", 10) == "tea"
    assert shorten_middle("tea", 10) == "tea"


def test_shorten_at_the_end():
    assert shorten("a long caption", 9) == "a long..."


def test_no_blank_before_the_ellipsis():
    assert shorten("a long caption", 10) == "a long..."


def test_no_room_for_an_ellipsis():
    assert shorten("caption", 2) == "ca"


def test_shorten_in_the_middle():
    assert shorten_middle("/home/ann/pictures/cat.png", 13) == "/home...t.png"


def test_middle_even():
    assert shorten_middle("abcdefghijklmnop", 9) == "abc...nop"


def test_row():
    assert row(["one", "two and more"], [5, 6]) == "one   | two..."
