import pytest

from formula import evaluate, postfix
from tokens import FormulaError, tokens


def test_tokens():
    assert list(tokens("1 + 2.5")) == [1.0, "+", 2.5]


def test_ranks():
    assert evaluate("1 + 2 * 3") == 7
    assert evaluate("(1 + 2) * 3") == 9
    assert evaluate("2 ^ 3 ^ 2") == 512
    assert evaluate("8 - 3 - 2") == 3


def test_negative_at_the_start():
    assert evaluate("-2 + 5") == 3
    assert evaluate("-2 ^ 2") == -4


def test_negative_after_an_operator():
    assert evaluate("3 * -2") == -6
    assert evaluate("4 - -1") == 5


def test_negative_in_brackets():
    assert evaluate("3 * (-2 + 1)") == -3


def test_minus_after_brackets():
    assert evaluate("(4) - 1") == 3


def test_postfix():
    assert postfix("1 - 2 / 4") == [1.0, 2.0, 4.0, "/", "-"]


@pytest.mark.parametrize("text", ["", "1 +", "(1", "1)", "1 2", "a", "()"])
def test_nonsense(text):
    with pytest.raises(FormulaError):
        evaluate(text)
