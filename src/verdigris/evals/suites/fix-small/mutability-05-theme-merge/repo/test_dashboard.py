from dashboard import Dashboard
from widgets import Chart, Widget


def test_plain():
    assert Dashboard().add(Widget("hi")).draw() == "<hi 12pt black>"


def test_own_style():
    small = Widget("tiny", {"font": {"size": 6}})
    assert Dashboard().add(small).draw() == "<tiny 6pt black>"


def test_a_style_is_of_one_widget_only():
    board = Dashboard().add(Widget("big", {"font": {"size": 40}}), Widget("rest"))
    assert board.draw() == "<big 40pt black>\n<rest 12pt black>"


def test_chart():
    assert Dashboard().add(Chart("c", values=[1, 2, 3])).draw() == (
        "<c 12pt black>[1:navy,2:teal,3:navy]"
    )


def test_recolour():
    board = Dashboard().add(Chart("c", values=[1]))
    board.recolour("red")
    assert board.draw() == "<c 12pt black>[1:red]"
