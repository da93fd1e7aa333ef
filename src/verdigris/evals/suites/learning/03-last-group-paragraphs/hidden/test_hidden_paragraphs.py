import itertools

from paragraphs import paragraphs, words


def test_all_short_texts():
    for length in range(7):
        for lines in itertools.product(["x", ""], repeat=length):
            expected = [" ".join(part) for part in "".join(one or " " for one in lines).split()]
            assert paragraphs(lines) == expected


def test_words():
    assert words("one two") == 2
    assert words("one\n\ntwo\nthree") == 3
