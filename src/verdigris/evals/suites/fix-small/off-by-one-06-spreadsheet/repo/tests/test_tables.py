from tinysheet import Sheet
from tinysheet.depends import affected
from tinysheet.table import dump, load, picture


def test_csv_in_and_out():
    sheet = load("1,2\n=A1+B1,x\n")
    assert dump(sheet) == "1,2\n3,x\n"
    assert dump(sheet, formulas=True) == "1,2\n=A1+B1,x\n"


def test_an_empty_sheet():
    assert dump(Sheet()) == ""
    assert picture(Sheet()) == "(empty)"


def test_a_picture():
    assert picture(load("1,=A1*2\n"), width=4).splitlines() == ["       A   B", "   1   1   2"]


def test_a_wide_picture_names_every_column():
    head = picture(load(",".join("x" * 29)), width=3).splitlines()[0].split()
    assert head[-4:] == ["Z", "AA", "AB", "AC"]


def test_affected_cells():
    sheet = load("1,=A1,=B1\n=SUM(A1:C1),5\n")
    assert affected(sheet, "A1") == ["B1", "C1", "A2"]
    assert affected(sheet, "B2") == []
