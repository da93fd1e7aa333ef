from paragraphs import first_lines, paragraphs, words


def test_with_an_empty_line_at_the_end():
    assert paragraphs(["a", "b", "", "", "c", ""]) == ["a b", "c"]


def test_nothing():
    assert paragraphs([]) == []
    assert paragraphs(["", " "]) == []


def test_without_an_empty_line_at_the_end():
    assert paragraphs(["one", " two ", "", "three"]) == ["one two", "three"]


def test_one_line_is_a_paragraph():
    assert paragraphs(["alone"]) == ["alone"]


def test_words():
    assert words("a b\n\nc d e\n\n") == 5


def test_contents():
    assert first_lines("short\n\none that is far too long\n\n", 10) == ["short", "one that …"]
