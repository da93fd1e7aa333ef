import pytest
from cloud import STOP_WORDS, shared, top, words

TEXT = "The quick Brown fox, the QUICK dog; brown Bread IS bread"


@pytest.mark.parametrize("change", [str.lower, str.upper, str.title, str.swapcase])
def test_the_cloud_does_not_depend_on_case(change):
    assert top(change(TEXT)) == top(TEXT)
    assert words(change(TEXT)) == words(TEXT)


def test_words_are_lower_case():
    assert words(TEXT) == [word.lower() for word in words(TEXT)]


@pytest.mark.parametrize("word", sorted(STOP_WORDS))
def test_stop_words_go_in_any_case(word):
    assert words(f"{word} {word.upper()} {word.title()}") == []


def test_shared_in_any_case():
    assert shared("Red FOX", "red hen Fox") == {"red", "fox"}
