import pytest
from modes import change, from_text, to_text


def test_letters_both_ways():
    assert to_text(from_text("rw-r-x--x")) == "rw-r-x--x"


def test_letters_in_the_wrong_place():
    with pytest.raises(ValueError):
        from_text("wr-r-x--x")


def test_no_mode():
    with pytest.raises(ValueError):
        from_text("899")


def test_change():
    assert to_text(change(0o644, "ug+x")) == "rwxr-xr--"
    assert to_text(change(0o666, "o-rw")) == "rw-rw----"


def test_change_for_all():
    assert change(0, "+r") == 0o444
