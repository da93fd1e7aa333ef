import pytest
from flags import BadFlag, Flags


@pytest.mark.parametrize("default", [True, False])
def test_default_of_an_unknown_flag(default):
    assert Flags({}).is_on("x", default) is default
    assert Flags({"y": "on"}).is_on("x", default=default) is default


@pytest.mark.parametrize("text", ["on", "YES", "True", "1"])
def test_words_for_on(text):
    assert Flags({"x": text}).is_on("x") is True


@pytest.mark.parametrize("text", ["", "maybe", "2"])
def test_other_words_are_refused_whatever_the_default(text):
    with pytest.raises(BadFlag):
        Flags({"x": text}).is_on("x", default=True)


def test_comments_only():
    assert Flags.parse("# nothing\n\n").names() == []
