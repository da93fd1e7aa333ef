import pytest

from layers import effective, lookup, merge

BUILT_IN = {"mail": {"retries": 3, "signature": "Kind regards"}, "colour": True, "theme": "dark"}


def test_later_layers_win():
    assert effective(BUILT_IN, {"theme": "light"})["theme"] == "light"


def test_sections_are_merged_key_by_key():
    assert effective(BUILT_IN, {"mail": {"retries": 5}})["mail"] == {
        "retries": 5,
        "signature": "Kind regards",
    }


def test_none_keeps_the_lower_value():
    assert effective(BUILT_IN, {"theme": None})["theme"] == "dark"


def test_an_option_can_be_switched_off():
    assert effective(BUILT_IN, {"colour": False})["colour"] is False


def test_retries_can_be_set_to_none_at_all():
    assert lookup(effective(BUILT_IN, {"mail": {"retries": 0}}), "mail.retries") == 0


def test_looking_up_a_missing_path():
    with pytest.raises(KeyError):
        lookup(BUILT_IN, "mail.server")


def test_merging_leaves_the_layers_alone():
    merge(BUILT_IN, {"mail": {"retries": 9}})
    assert BUILT_IN["mail"]["retries"] == 3
