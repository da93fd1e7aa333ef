import pytest
from cells import Sheet
from cells.errors import BadFormula
from cells.render import from_csv, render, to_csv


@pytest.fixture
def sheet():
    sheet = Sheet()
    for where, source in (("A1", "2"), ("A2", "3"), ("A3", "=A1*A2"), ("B1", "total")):
        sheet.set(where, source)
    return sheet


def test_values(sheet):
    assert (sheet.value("A3"), sheet.value("B1"), sheet.value("C9")) == (6, "total", None)


def test_values_follow(sheet):
    sheet.set("A1", "10")
    assert sheet.shown("A3") == "30"


def test_size(sheet):
    assert sheet.size == (2, 3)
    assert Sheet().size == (0, 0)


def test_circle(sheet):
    sheet.set("A1", "=A3")
    assert sheet.shown("A3") == "#LOOP"


@pytest.mark.parametrize(
    ("source", "shown"), [("=1/0", "#DIV0"), ("=B1+1", "#VALUE"), ("=A1:A2", "#VALUE")]
)
def test_codes(sheet, source, shown):
    sheet.set("C1", source)
    assert sheet.shown("C1") == shown


def test_a_bad_formula_changes_nothing(sheet):
    with pytest.raises(BadFormula):
        sheet.set("A1", "=1+")
    assert sheet.source("A1") == "2"


def test_undo_of_a_new_cell(sheet):
    sheet.set("C1", "9")
    assert sheet.undo()
    assert sheet.source("C1") == ""


def test_undo_of_a_changed_cell(sheet):
    sheet.set("A1", "7")
    assert sheet.undo()
    assert sheet.source("A1") == "2"
    assert sheet.shown("A3") == "6"


def test_redo(sheet):
    sheet.set("A1", "7")
    sheet.undo()
    assert sheet.redo()
    assert sheet.shown("A3") == "21"


def test_nothing_to_undo():
    assert not Sheet().undo()
    assert not Sheet().redo()


def test_undo_of_clear(sheet):
    sheet.clear("A2")
    assert sheet.shown("A3") == "0"
    sheet.undo()
    assert sheet.shown("A3") == "6"


def test_style(sheet):
    sheet.format("A1", colour="red")
    assert sheet.style("A1") == {"colour": "red"}
    sheet.undo()
    assert sheet.style("A1") == {}


def test_render(sheet):
    assert render(sheet) == "2 | total\n3 |      \n6 |      "
    assert render(Sheet()) == ""


def test_csv(sheet):
    assert to_csv(sheet) == "2,total\n3,\n6,\n"
    assert from_csv("1,=A1+1\n").shown("B1") == "2"
