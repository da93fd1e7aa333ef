import pytest

from shorten import shorten


def test_short_texts_stay():
    assert shorten("", 3) == ""
    assert shorten("abc", 3) == "abc"
    assert shorten("abcdefg", 7) == "abcdefg"


def test_the_examples():
    assert shorten("abcdefghij", 7) == "abc~hij"
    assert shorten("abcdefghij", 6) == "abc~ij"


def test_the_smallest_limits():
    assert shorten("abcdefghij", 3) == "a~j"
    assert shorten("abcd", 3) == "a~d"
    assert shorten("abcdefghij", 4) == "ab~j"


@pytest.mark.parametrize("limit", range(3, 20))
def test_the_result_is_as_long_as_it_may_be(limit):
    text = "report-of-the-year-2024.txt"
    short = shorten(text, limit)
    head, _, tail = short.partition("~")
    assert len(short) == limit
    assert text.startswith(head) and text.endswith(tail)
    assert len(head) - len(tail) in (0, 1)


@pytest.mark.parametrize("limit", [2, 0, -5])
def test_limits_that_are_too_small(limit):
    with pytest.raises(ValueError):
        shorten("abcdefghij", limit)
    with pytest.raises(ValueError):
        shorten("", limit)
