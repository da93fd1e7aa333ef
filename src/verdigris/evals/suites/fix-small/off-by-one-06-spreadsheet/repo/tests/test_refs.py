import pytest

from tinysheet import Ref
from tinysheet.errors import BadReference
from tinysheet.refs import Range, column_index, column_name


@pytest.mark.parametrize(("index", "name"), [(0, "A"), (1, "B"), (25, "Z")])
def test_single_letters(index, name):
    assert column_name(index) == name


@pytest.mark.parametrize(("index", "name"), [(26, "AA"), (51, "AZ"), (702, "AAA")])
def test_several_letters(index, name):
    assert column_name(index) == name


@pytest.mark.parametrize(
    ("name", "index"), [("A", 0), ("z", 25), ("AA", 26), ("AZ", 51), ("BA", 52), ("AAA", 702)]
)
def test_letters_are_read(name, index):
    assert column_index(name) == index


def test_a_cell_is_read():
    assert Ref.parse("C12") == Ref(11, 2)


@pytest.mark.parametrize("text", ["", "C", "12", "C0", "ABCD1", "A1B"])
def test_what_is_not_a_cell(text):
    with pytest.raises(BadReference):
        Ref.parse(text)


def test_a_cell_is_written():
    assert str(Ref(11, 2)) == "C12"


def test_cells_stay_on_the_sheet():
    with pytest.raises(BadReference):
        Ref(0, 0).moved(0, -1)


def test_corners_in_any_order():
    assert str(Range.between(Ref.parse("C1"), Ref.parse("A3"))) == "A1:C3"


def test_cells_of_a_range():
    cells = Range.between(Ref.parse("A1"), Ref.parse("B2"))
    assert [str(ref) for ref in cells] == ["A1", "B1", "A2", "B2"]
    assert Ref.parse("B2") in cells
    assert Ref.parse("C2") not in cells
