import pytest

from usernames import problems


@pytest.mark.parametrize("name", ["ada_99", "abc", "a1_b2_c3", "abcdefghijkl", "x_1"])
def test_good_names(name):
    assert problems(name) == []


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("9__", ["bad start", "double underscore", "bad end"]),
        ("", ["too short"]),
        ("ab", ["too short"]),
        ("abcdefghijklm", ["too long"]),
        ("Ada", ["bad start", "bad character"]),
        ("aDa", ["bad character"]),
        ("_ab", ["bad start"]),
        ("1ab", ["bad start"]),
        ("a b", ["bad character"]),
        ("ab\u00e9", ["bad character"]),
        ("a__b", ["double underscore"]),
        ("abc_", ["bad end"]),
        ("_", ["too short", "bad start", "bad end"]),
        ("A__________b!", ["too long", "bad start", "bad character", "double underscore"]),
    ],
)
def test_bad_names(name, found):
    assert problems(name) == found
