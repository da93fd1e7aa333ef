from menu import Menu


def menu(*pages):
    made = Menu(lambda page: f"<{page}>")
    made.fill(pages)
    return made


def test_lines():
    assert menu("home", "news").lines() == ["1 Home", "2 News"]


def test_the_last_entry():
    assert menu("home", "news").press("2") == "<news>"


def test_the_first_entry():
    assert menu("home", "news").press("1") == "<home>"


def test_no_such_key():
    assert menu("home").press("7") is None


def test_ten_pages():
    assert menu(*"abcdefghij").lines()[-1] == "  J"
