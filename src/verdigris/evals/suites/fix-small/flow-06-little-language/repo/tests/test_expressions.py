import pytest
from lang import Session

CASES = {
    "1 + 2 * 3": "7",
    "(1 + 2) * 3": "9",
    "10 - 4 - 3": "3",
    "7 / 2": "3.5",
    "8 / 2": "4",
    "-7 % 3": "2",
    "-(2 + 1)": "-3",
    "not true or true": "true",
    "nil or 5": "5",
    "0 and 5": "5",
    "1 < 2 and 2 >= 2": "true",
    '"a" + "b" == "ab"': "true",
    "[1, 2] + [3]": "[1, 2, 3]",
    "[1, [2, nil]][1][0]": "2",
    '"abc"[-1]': "c",
    'len("abc") + len([])': "3",
    "sum(range(2, 5))": "9",
    'str(1.50) + "\\n" != ""': "true",
    "push([1], 2)": "[1, 2]",
}


@pytest.mark.parametrize("source", CASES)
def test_values(source):
    assert Session().ask(source) == CASES[source]


@pytest.mark.parametrize(
    "source",
    ["1 / 0", '1 + "a"', "[1][3]", "nothing", "1(2)", "-nil", '1 < "a"', "len(3)", "range()",
     "sum([nil])", '"a"["b"]', "1 +", "(1", "[1 2]"],
)
def test_errors(source):
    assert Session().ask(source).startswith("error: line 1: ")
