"""The order in which the parts of a program are written."""

import pytest

from verdigris.core.building import Blueprint, Part

CASES = [
    ("one part", {"a": ()}, "", [["a"]]),
    ("side by side, then the one that needs both", {"a": (), "b": (), "c": ("a", "b")}, "",
     [["a", "b"], ["c"]]),
    ("in a row", {"c": ("b",), "b": ("a",), "a": ()}, "c", [["a"], ["b"], ["c"]]),
    ("the one a user starts comes last", {"main": (), "a": ()}, "main", [["a"], ["main"]]),
    ("a circle is cut", {"a": ("b",), "b": ("a",), "m": ()}, "m", [["a"], ["b"], ["m"]]),
    ("what needs itself or nobody knows", {"a": ("a", "gone"), "m": ()}, "m", [["a"], ["m"]]),
]  # fmt: skip


@pytest.mark.parametrize(("title", "needs", "main", "levels"), CASES)
def test_parts_are_written_in_the_order_of_their_needs(title, needs, main, levels):
    parts = tuple(
        Part(path=path, purpose="", needs=needed, is_main=path == main)
        for path, needed in needs.items()
    )
    blueprint = Blueprint(name="n", language="python", profile="library", summary="", parts=parts)
    assert [[part.path for part in level] for level in blueprint.levels()] == levels
