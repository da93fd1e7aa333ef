from cloud import shared, sizes, top, words


def test_plain_words():
    assert words("red fox") == ["red", "fox"]


def test_stop_words_go():
    assert words("the fox is in the den") == ["fox", "den"]


def test_case_does_not_matter():
    assert top("Fox fox FOX hen") == [("fox", 3), ("hen", 1)]


def test_a_sentence():
    assert words("The Fox and I") == ["fox"]


def test_apostrophes():
    assert words("don't stop 42 x_y") == ["don't", "stop"]


def test_ties_by_alphabet():
    assert top("pear fig pear fig kiwi", 2) == [("fig", 2), ("pear", 2)]


def test_sizes():
    assert sizes("fox fox fox hen") == {"fox": 40, "hen": 10}


def test_nothing():
    assert sizes("the of 1") == {}
    assert shared("", "fox") == set()
