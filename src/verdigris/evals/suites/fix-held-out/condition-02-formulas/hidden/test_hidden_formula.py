import random

import pytest

from formula import evaluate
from tokens import FormulaError, tokens


def make(rng, depth):
    kind = rng.randrange(5) if depth else 0
    if kind == 0:
        return str(rng.randint(1, 9))
    if kind == 1:
        return f"(-{make(rng, depth - 1)})"
    if kind == 2:
        return f"({make(rng, depth - 1)})"
    sign = rng.choice("+-*")
    return f"({make(rng, depth - 1)} {sign} {make(rng, depth - 1)})"


@pytest.mark.parametrize("seed", range(60))
def test_as_python_does(seed):
    text = make(random.Random(seed), 4)
    assert evaluate(text) == eval(text)


@pytest.mark.parametrize("text", ["(-1)", "((-1))", "2 - (-3)", "(2) - (3)", "-(-(-4))", "(1 - 2) - 3", "(5)-2", "--3", "(--3)", "2*(-3)*(-(4 - 1))"])
def test_by_hand(text):
    assert evaluate(text) == eval(text)


def test_kinds_of_minus():
    assert list(tokens("(-1) - (-2)")) == ["(", "neg", 1.0, ")", "-", "(", "neg", 2.0, ")"]
    assert list(tokens(") - 1")) == [")", "-", 1.0]


@pytest.mark.parametrize("text", ["(+1)", "(*2)", "(-)", "1 - ", ")-1"])
def test_still_nonsense(text):
    with pytest.raises(FormulaError):
        evaluate(text)
