import pytest
from formulas import FormulaError, Reader, divided, evaluate, tokens


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("1 + 2", 3),
        ("5 - 2 - 1", 2),
        ("2 * 3 + 4", 10),
        ("2 + 3 * 4", 14),
        ("8 / 4 / 2", 1),
        ("(1 + 2) * 3", 9),
        ("2 ^ 3 ^ 2", 512),
        ("-3 + 5", 2),
        ("1.5 * 2", 3),
        ("--4", 4),
    ],
)
def test_values(text, value):
    assert evaluate(text) == value


def test_names():
    assert evaluate("2 * (x + y_1)", x=3, y_1=4) == 14


@pytest.mark.parametrize("text", ["", "1 +", "(1", "1 2", "x", "1 / 0", "*"])
def test_mistakes(text):
    with pytest.raises(FormulaError):
        evaluate(text)


def test_tokens():
    assert tokens("a+1.5") == [("name", "a"), ("sign", "+"), ("number", 1.5)]


def test_the_end_is_told():
    assert Reader("", {}).peek() == ("end", None)


def test_taking_goes_on():
    reader = Reader("1 2", {})
    assert [reader.take()[1], reader.take()[1]] == [1, 2]


def test_division():
    assert divided(6, 3) == 2
