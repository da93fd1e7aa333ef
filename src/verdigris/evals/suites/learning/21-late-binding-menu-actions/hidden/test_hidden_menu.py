from menu import Menu


def test_each_entry_opens_its_page():
    opened = []
    menu = Menu(opened.append)
    pages = list("abcdefghijkl")
    menu.fill(pages)
    for entry in menu.entries:
        entry.action()
    assert opened == pages


def test_filled_twice():
    menu = Menu(str.upper)
    menu.fill(["one"])
    menu.fill(["two"])
    assert [entry.action() for entry in menu.entries] == ["ONE", "TWO"]
