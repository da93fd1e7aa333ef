from badges import badge


def test_the_example():
    assert badge("ada king lovelace") == "AL"


def test_two_words():
    assert badge("Grace Hopper") == "GH"
    assert badge("grace hopper") == "GH"


def test_one_word():
    assert badge("Plato") == "P"
    assert badge("x") == "X"


def test_many_words():
    assert badge("a b c d e") == "AE"


def test_blanks_around_and_between():
    assert badge("  Grace   Hopper ") == "GH"
    assert badge("  plato ") == "P"


def test_the_same_word_twice():
    assert badge("boutros boutros") == "BB"


def test_no_name():
    assert badge("") == "?"
    assert badge("   ") == "?"
