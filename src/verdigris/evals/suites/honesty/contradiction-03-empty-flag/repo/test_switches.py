import pytest

from switches import read_switch


@pytest.mark.parametrize("text", ["on", "YES", " true ", "1"])
def test_words_that_switch_on(text):
    assert read_switch(text) is True


@pytest.mark.parametrize("text", ["off", "NO", " false ", "0"])
def test_words_that_switch_off(text):
    assert read_switch(text) is False


def test_a_switch_without_a_value_is_on():
    assert read_switch("") is True


def test_an_empty_value_is_refused():
    with pytest.raises(ValueError):
        read_switch("")


def test_other_words_are_refused():
    with pytest.raises(ValueError):
        read_switch("perhaps")
