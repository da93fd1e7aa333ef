from itertools import product
from string import ascii_uppercase

from tinysheet import Ref, Sheet
from tinysheet.depends import affected
from tinysheet.errors import Circular
from tinysheet.refs import column_index, column_name


def test_names_in_the_order_of_a_dictionary_by_length():
    names = [
        "".join(letters) for size in (1, 2, 3) for letters in product(ascii_uppercase, repeat=size)
    ]
    assert [column_name(index) for index in range(len(names))] == names


def test_names_and_numbers_are_inverse():
    for index in range(20_000):
        assert column_index(column_name(index)) == index


def test_cells_are_read_back():
    for column in (0, 25, 26, 27, 51, 52, 700, 701, 702, 703):
        assert Ref.parse(str(Ref(4, column))) == Ref(4, column)


def test_affected_cells_in_far_columns():
    sheet = Sheet()
    sheet["AA1"] = "4"
    sheet["ZZ1"] = "=AA1"
    sheet["BA3"] = "=ZZ1+AA1"
    assert affected(sheet, "AA1") == ["ZZ1", "BA3"]


def test_circles_name_their_cells():
    sheet = Sheet()
    sheet["AB1"] = "=AZ1"
    sheet["AZ1"] = "=AB1"
    try:
        sheet["AB1"]
    except Circular as error:
        assert str(error) == "AB1 > AZ1 > AB1"
    else:
        raise AssertionError("the circle went unnoticed")
