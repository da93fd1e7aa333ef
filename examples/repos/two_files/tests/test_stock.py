from stock.line import Line
from stock.report import most_valuable, to_order, total_worth

LINES = [Line("bolt", 0.5, 200), Line("gear", 12.0, 4), Line("belt", 7.5, 20)]


def test_worth_of_a_line():
    assert Line("gear", 12.0, 4).worth() == 48.0


def test_worth_of_nothing():
    assert Line("gear", 12.0, 0).worth() == 0


def test_total_worth():
    assert total_worth(LINES) == 298.0


def test_most_valuable_first():
    assert most_valuable(LINES, 2) == ["belt", "bolt"]


def test_most_valuable_of_all():
    assert most_valuable(LINES, 3) == ["belt", "bolt", "gear"]


def test_to_order():
    assert to_order(LINES) == ["gear"]
