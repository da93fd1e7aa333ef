from library import still_out


def test_example():
    log = [("Mo", "Heidi", "out"), ("Mo", "Momo", "out"), ("Mo", "Heidi", "in")]
    assert still_out(log) == {"Mo": ["Momo"]}


def test_several_children_and_order():
    log = [("Pia", "Zoo", "out"), ("Lars", "Sea", "out"), ("Pia", "Ant", "out")]
    assert still_out(log) == {"Pia": ["Zoo", "Ant"], "Lars": ["Sea"]}


def test_children_with_nothing_left_do_not_appear():
    log = [("Pia", "Zoo", "out"), ("Lars", "Sea", "out"), ("Pia", "Zoo", "in")]
    assert still_out(log) == {"Lars": ["Sea"]}
    assert still_out([]) == {}


def test_in_without_having_the_book_is_ignored():
    log = [("Pia", "Zoo", "in"), ("Lars", "Sea", "out"), ("Pia", "Sea", "in")]
    assert still_out(log) == {"Lars": ["Sea"]}


def test_borrowed_again_goes_to_the_end():
    log = [
        ("Pia", "Zoo", "out"),
        ("Pia", "Ant", "out"),
        ("Pia", "Zoo", "in"),
        ("Pia", "Zoo", "out"),
    ]
    assert still_out(log) == {"Pia": ["Ant", "Zoo"]}
