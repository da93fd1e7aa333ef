from guess import reveal


def test_example():
    assert reveal("Ice-cream", "EC") == "_ce-c_e__"


def test_nothing_called_yet():
    assert reveal("garden", "") == "______"


def test_some_letters_called():
    assert reveal("banana", "an") == "_anana"
    assert reveal("banana", "xyz") == "______"


def test_case_does_not_matter_and_word_keeps_its_own():
    assert reveal("Otto", "o") == "O__o"
    assert reveal("Otto", "T") == "_tt_"


def test_spaces_and_hyphens_are_shown():
    assert reveal("New York", "") == "___ ____"
    assert reveal("T-shirt on", "t") == "T-____t __"


def test_all_called():
    assert reveal("Sea", "aes") == "Sea"
