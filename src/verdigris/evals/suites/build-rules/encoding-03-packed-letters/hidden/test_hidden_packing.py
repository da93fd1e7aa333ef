import pytest

from packing import pack, unpack


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        ("aaabccccdd", "a3bc4dd"),
        ("", ""),
        ("a", "a"),
        ("aa", "aa"),
        ("aaa", "a3"),
        ("abc", "abc"),
        ("aaAA", "aaAA"),
        ("AAAaaa", "A3a3"),
        ("x" * 12 + "y", "x12y"),
        ("abbbbba", "ab5a"),
        ("aaabaaa", "a3ba3"),
    ],
)
def test_both_ways(text, packed):
    assert pack(text) == packed
    assert unpack(packed) == text


def test_long_runs():
    assert pack("z" * 1000) == "z1000"
    assert unpack("z1000") == "z" * 1000


def test_short_lengths_can_be_read():
    assert unpack("a1b2") == "abb"


def test_digits_at_the_wrong_place():
    with pytest.raises(ValueError):
        unpack("3a")
    with pytest.raises(ValueError):
        pack("a1")
