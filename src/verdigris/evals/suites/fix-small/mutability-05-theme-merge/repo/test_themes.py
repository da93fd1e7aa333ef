import pytest
from themes import UnknownTheme, load, lookup, merged


def test_lookup():
    assert lookup({"a": {"b": 3}}, "a.b") == 3
    assert lookup({"a": 3}, "a.b", "none") == "none"


def test_merged():
    assert merged({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 9}}) == {
        "a": 1,
        "b": {"c": 9, "d": 3},
    }


def test_load():
    theme = load("print")
    assert (theme["font"]["size"], theme["font"]["family"], theme["margin"]) == (10, "serif", 0)


def test_night_and_back():
    assert load("night")["colours"]["back"] == "black"
    assert load("base")["colours"]["back"] == "white"


def test_unknown():
    with pytest.raises(UnknownTheme):
        load("disco")
