import string

import pytest

from captions import row, shorten, shorten_middle

TEXT = string.ascii_letters


@pytest.mark.parametrize("width", range(5, 52))
def test_the_middle_cut_fills_the_width_exactly(width):
    got = shorten_middle(TEXT, width)
    assert len(got) == width
    head, tail = got.split("...")
    assert TEXT.startswith(head) and TEXT.endswith(tail)
    assert len(head) - len(tail) in (0, 1)


@pytest.mark.parametrize("width", range(0, 60))
def test_never_wider(width):
    assert len(shorten(TEXT, width)) <= width
    assert len(shorten_middle(TEXT, width)) <= width


def test_text_as_long_as_the_width_stays():
    assert shorten_middle(TEXT, len(TEXT)) == TEXT


def test_row_with_a_middle_column():
    assert row(["abcdefghijkl", "x"], [7, 3], middle={0}) == "ab...kl | x"
    assert row(["abcdefghijkl", "x"], [8, 3], middle={0}) == "abc...kl | x"
