import pytest
from names import kind, original, stem, thumbnail, together


def test_kind():
    assert kind("A.JPG") == ".jpg"
    assert kind("notes.txt") == ""


def test_stem():
    assert stem("beach.png") == "beach"


def test_stem_of_other_files():
    assert stem("notes.txt") == "notes.txt"


def test_thumbnail():
    assert thumbnail("Alps.jpg", 64) == "alps-64.jpg"


def test_thumbnail_of_a_flag():
    assert thumbnail("flag.gif") == "flag-200.gif"


def test_thumbnail_needs_a_picture():
    with pytest.raises(ValueError):
        thumbnail("notes.txt")


def test_original():
    assert original("beach (2).jpg") == "beach.jpg"


def test_together():
    assert together(["b.png", "a (1).png", "a.png"]) == {
        "a.png": ["a (1).png", "a.png"],
        "b.png": ["b.png"],
    }
