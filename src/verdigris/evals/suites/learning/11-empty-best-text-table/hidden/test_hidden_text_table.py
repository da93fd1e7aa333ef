import pytest

from text_table import Column, render


@pytest.mark.parametrize("head", ["", "a", "heading"])
@pytest.mark.parametrize("cells", [[], [""], ["x"], ["short", "a longer one"]])
def test_width(head, cells):
    assert Column(head, cells).width == len(max([head, *cells], key=len))


def test_nothing_but_heads():
    assert render([Column("a"), Column("bb")]) == ["a  bb", "-  --"]


def test_no_head_and_no_cells():
    assert Column("").at(0) == ""
