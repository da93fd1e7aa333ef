import copy

import themes
from dashboard import Dashboard
from themes import load, merged
from widgets import Chart, Widget


def test_merging_leaves_both_sides_alone():
    base = {"a": {"b": {"c": 1}, "d": [1, 2]}, "e": 5}
    extra = {"a": {"b": {"c": 2}}, "f": {}}
    before = copy.deepcopy((base, extra))
    result = merged(base, extra)
    assert (base, extra) == before
    result["a"]["b"]["c"] = 99
    result["a"]["d"].append(3)
    assert base == before[0]


def test_the_shipped_themes_never_change():
    before = copy.deepcopy((themes.BASE, themes.THEMES))
    for name in ("night", "print", "base"):
        board = Dashboard(name).add(Widget("w", {"font": {"family": "mono"}}), Chart("c", values=[1]))
        board.recolour("red", "blue")
        board.theme["colours"]["series"].append("pink")
        board.theme["font"]["size"] = 1
        board.draw()
    assert (themes.BASE, themes.THEMES) == before


def test_every_load_is_fresh():
    first = load("night")
    first["colours"]["series"].clear()
    assert load("night")["colours"]["series"] == ["navy", "teal"]
