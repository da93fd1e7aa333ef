from itertools import permutations

import pytest

from columns import formatters, table


@pytest.mark.parametrize("order", list(permutations([("a", 1), ("b", 5), ("c", 9)])))
def test_the_order_of_columns_does_not_matter_to_a_formatter(order):
    shows = formatters(dict(order), right=["b"])
    assert shows["a"]("xyz") == "x"
    assert shows["b"]("xyz") == "  xyz"
    assert shows["c"]("xyz") == "xyz      "


def test_two_sets_of_formatters_do_not_meddle():
    narrow, wide = formatters({"a": 2, "b": 3}), formatters({"a": 6, "b": 7})
    assert len(narrow["a"]("")) == 2
    assert len(wide["a"]("")) == 6
    assert len(narrow["b"]("")) == 3


def test_a_whole_table():
    rows = [{"item": "bolt", "left": 120}, {"item": "washer", "left": 7, "shelf": "B2"}]
    assert table(rows, {"item": 5, "left": 5, "shelf": 5}, right=["left"]) == (
        "item   left shelf\nbolt    120\nwashe     7 B2"
    )
