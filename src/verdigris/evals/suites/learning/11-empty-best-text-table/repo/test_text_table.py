from text_table import Column, render


def test_width():
    assert Column("n", [5, 500]).width == 3
    assert Column("number", [5]).width == 6


def test_cells():
    column = Column("n", [7, 12], right=True)
    assert [column.at(0), column.at(1), column.at(2)] == [" 7", "12", "  "]


def test_a_table():
    lines = render([Column("who", ["ann", "robert"]), Column("n", [1, 20], right=True)])
    assert lines == ["who     n", "------  --", "ann      1", "robert  20"]


def test_uneven_columns():
    assert render([Column("a", ["x"]), Column("b", ["y", "z"])])[3] == "   z"


def test_a_column_without_cells():
    assert Column("note").width == 4
    assert render([Column("a", ["x"]), Column("note")]) == ["a  note", "-  ----", "x"]
