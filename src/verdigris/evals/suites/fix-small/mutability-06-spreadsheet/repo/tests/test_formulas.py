import pytest
from cells.errors import BadFormula, BadValue, DivisionByZero
from cells.evaluator import evaluate
from cells.parser import parse


def value(formula, **cells):
    held = {name: float(v) if isinstance(v, int) else v for name, v in cells.items()}
    return evaluate(parse(formula), lambda address: held.get(str(address)))


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        ("1+2*3", 7), ("(1+2)*3", 9), ("10-4-3", 3), ("2^3^2", 512), ("-2^2", -4), ("8/4/2", 1),
        ('"a"&1+1', "a2"), ("SUM(1,2,3)", 6), ("MAX(1,-2)", 1), ("ROUND(2.567,1)", 2.6),
        ("IF(0,1,2)", 2), ('LEN("abc")', 3), ("COUNT(1,\"x\")", 1),
    ],
)
def test_values(formula, wanted):
    assert value(formula) == wanted


def test_references():
    assert value("A1*B2", A1=3, B2=4) == 12
    assert value("SUM(A1:B2)", A1=1, B1=2, A2=3, B2=4, C3=99) == 10
    assert value("A9+1") == 1


@pytest.mark.parametrize("formula", ["", "1+", "(1", "SUM(1", "1 2", "?", "NOPE(1)", "A1:"])
def test_bad(formula):
    with pytest.raises(BadFormula):
        value(formula)


def test_text_is_no_number():
    with pytest.raises(BadValue):
        value("A1+1", A1="x")


def test_division():
    with pytest.raises(DivisionByZero):
        value("1/0")
    with pytest.raises(DivisionByZero):
        value("AVERAGE(A1:A3)")
