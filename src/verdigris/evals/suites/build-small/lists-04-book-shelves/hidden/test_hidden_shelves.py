from shelves import by_shelf


def test_the_example():
    assert by_shelf([("Emma", "A"), ("Dune", "B"), ("Ulysses", "A")]) == {"A": ["Emma", "Ulysses"], "B": ["Dune"]}


def test_one_shelf():
    assert by_shelf([("Owls", "birds"), ("Crows", "birds")]) == {"birds": ["Owls", "Crows"]}


def test_a_shelf_for_each():
    assert by_shelf([("Soups", "1"), ("Maps", "2"), ("Trees", "3")]) == {"1": ["Soups"], "2": ["Maps"], "3": ["Trees"]}


def test_titles_keep_their_order():
    assert by_shelf([("Z", "x"), ("M", "y"), ("A", "x"), ("B", "y"), ("K", "x")]) == {"x": ["Z", "A", "K"], "y": ["M", "B"]}


def test_no_books():
    assert by_shelf([]) == {}
