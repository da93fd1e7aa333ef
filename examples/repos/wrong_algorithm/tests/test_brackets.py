import pytest

from brackets import is_balanced


@pytest.mark.parametrize("text", ["", "()", "([]{})", "f(a[0], {1: 2})", "no brackets"])
def test_balanced(text):
    assert is_balanced(text) is True


@pytest.mark.parametrize("text", ["(", "]", "(()", "{[}"])
def test_not_closed(text):
    assert is_balanced(text) is False


@pytest.mark.parametrize("text", ["([)]", ")(", "{(})"])
def test_crossed(text):
    assert is_balanced(text) is False
