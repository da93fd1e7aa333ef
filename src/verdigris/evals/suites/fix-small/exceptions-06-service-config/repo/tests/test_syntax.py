import pytest
from confkit.errors import BadSyntax, Place
from confkit.syntax import parse
from confkit.values import Written, names, overlaid


def texts(text):
    found = parse(text, "f")
    return {s: {k: v.text for k, v in section.items()} for s, section in found.items()}


def test_plain():
    assert texts("[a]\nx = 1\ny=two words\n[b]\n") == {"a": {"x": "1", "y": "two words"}, "b": {}}


def test_comments():
    assert texts('# top\n[a] # here\nx = "a#b" # there\n') == {"a": {"x": '"a#b"'}}


def test_longer_values():
    assert texts("[a]\nx = one\n  two\n\n\tthree\n") == {"a": {"x": "one\ntwo\nthree"}}


def test_sections_may_come_again():
    assert texts("[a]\nx = 1\n[b]\n[a]\ny = 2") == {"a": {"x": "1", "y": "2"}, "b": {}}


def test_places():
    assert parse("[a]\n\nx = 1", "f")["a"]["x"] == Written("1", Place("f", 3))


@pytest.mark.parametrize(
    ("text", "line"),
    [("x = 1", 1), ("[a]\nwhat", 2), ("[a]\n  go on", 2), ("[a]\nx=1\nx=2", 3), ("[A]", 1)],
)
def test_bad(text, line):
    with pytest.raises(BadSyntax) as caught:
        parse(text, "f")
    assert caught.value.place == Place("f", line)


def test_overlaid():
    base, extra = parse("[a]\nx = 1\ny = 1", "b"), parse("[a]\ny = 2\n[c]\nz = 3", "e")
    both = overlaid(base, extra)
    assert names(both) == ["a.x", "a.y", "c.z"]
    assert both["a"]["y"].text == "2"
    assert base["a"]["y"].text == "1"
