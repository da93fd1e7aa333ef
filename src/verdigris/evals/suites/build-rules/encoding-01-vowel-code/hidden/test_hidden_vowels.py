import pytest

from vowels import decode, encode


def test_every_vowel():
    assert encode("aeiou") == "eioua"
    assert encode("AEIOU") == "EIOUA"
    assert decode("eioua") == "aeiou"
    assert decode("EIOUA") == "AEIOU"


def test_the_example():
    assert encode("Banana Union") == "Benene Anoun"
    assert decode("Benene Anoun") == "Banana Union"


def test_what_stays():
    assert encode("") == ""
    assert encode("xyz, 123!") == "xyz, 123!"
    assert encode("\u00e4\u00f6\u00fc") == "\u00e4\u00f6\u00fc"
    assert decode("rhythm\n") == "rhythm\n"


@pytest.mark.parametrize("text", ["The quick brown fox", "AaEeIiOoUu", "queue", "\tOui"])
def test_there_and_back(text):
    assert decode(encode(text)) == text
    assert encode(decode(text)) == text
