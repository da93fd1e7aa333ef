import pytest

from settings_text import read_settings


def test_texts_and_blanks():
    assert read_settings("name = Ada") == {"name": "Ada"}
    assert read_settings("  name=Ada Lovelace  ") == {"name": "Ada Lovelace"}
    assert read_settings("") == {}


def test_kinds_of_values():
    found = read_settings('a = 12\nb = -3\nc = true\nd = false\ne = "12"\nf = 1.5\ng = True')
    assert found == {"a": 12, "b": -3, "c": True, "d": False, "e": "12", "f": "1.5", "g": "True"}
    assert found["c"] is True and found["a"] == 12 and isinstance(found["a"], int)


def test_what_stands_in_quotes():
    assert read_settings('a = "  x  "') == {"a": "  x  "}
    assert read_settings('a = ""') == {"a": ""}
    assert read_settings('a = "true"') == {"a": "true"}


def test_lines_that_are_skipped():
    assert read_settings("# a = 1\n\n   # b = 2\n   \nc = 3") == {"c": 3}
    assert read_settings("a = 1 # no comment") == {"a": "1 # no comment"}


def test_only_the_first_sign_separates():
    assert read_settings("a = b = c") == {"a": "b = c"}
    assert read_settings("a =") == {"a": ""}


def test_the_last_one_wins():
    assert read_settings("a = 1\na = 2") == {"a": 2}


@pytest.mark.parametrize(("text", "line"), [("a = 1\n\nnonsense", "3"), ("= 4", "1"), ("# x\noops", "2")])
def test_lines_that_are_wrong(text, line):
    with pytest.raises(ValueError, match=line):
        read_settings(text)
