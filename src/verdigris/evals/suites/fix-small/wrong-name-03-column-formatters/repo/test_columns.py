from columns import formatters, table


def test_a_single_column():
    assert formatters({"item": 6})["item"]("bolt") == "bolt  "


def test_long_values_are_cut():
    assert formatters({"item": 3})["item"]("bolts") == "bol"


def test_numbers_on_the_right():
    assert formatters({"left": 4}, right=["left"])["left"](12) == "  12"


def test_each_column_keeps_its_own_width():
    shows = formatters({"item": 6, "left": 4, "place": 2})
    assert [len(shows[name]("x")) for name in shows] == [6, 4, 2]


def test_each_column_keeps_its_own_side():
    shows = formatters({"item": 3, "left": 3, "shelf": 3}, right=["left"])
    assert [shows[name]("x") for name in shows] == ["x  ", "  x", "x  "]


def test_nothing_is_shown_for_none():
    assert formatters({"item": 3})["item"](None) == "   "


def test_an_empty_table_has_its_head():
    assert table([], {"item": 4}) == "item"
