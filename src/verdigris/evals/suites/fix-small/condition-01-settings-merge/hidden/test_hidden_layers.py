import pytest

from layers import effective, merge


@pytest.mark.parametrize("value", [0, 0.0, False, "", [], (), b"", 1, "x", [0]])
@pytest.mark.parametrize("below", [1, None, "text", {"a": 1}, False])
def test_every_value_but_none_replaces_what_is_below(value, below):
    assert merge({"k": below}, {"k": value})["k"] == value
    assert type(merge({"k": below}, {"k": value})["k"]) is type(value)


@pytest.mark.parametrize("below", [1, None, "text", {"a": 1}, False])
def test_none_never_replaces(below):
    assert merge({"k": below}, {"k": None})["k"] == below


def test_an_empty_section_changes_nothing_in_a_section():
    assert merge({"s": {"a": 1}}, {"s": {}}) == {"s": {"a": 1}}


def test_deep_falsy_values_survive_several_layers():
    layers = ({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 0}}}, {"a": {"b": None}}, {"d": ""})
    assert effective(*layers) == {"a": {"b": {"c": 0}}, "d": ""}
