from choir import initials


def test_example():
    assert initials("Karl-Heinz von Berg") == "K.-H.B."


def test_ordinary_names():
    assert initials("Anna Lund") == "A.L."
    assert initials("Tom Peter Small") == "T.P.S."


def test_small_letters_become_capitals():
    assert initials("mara quist") == "M.Q."


def test_little_words_are_left_out():
    assert initials("Jan van Dam") == "J.D."
    assert initials("Luisa de Castro") == "L.C."


def test_words_that_only_begin_like_little_words_stay():
    assert initials("Vanessa Demir") == "V.D."


def test_hyphen_in_last_name():
    assert initials("Eva Meyer-Holt") == "E.M.-H."
