import pytest

from roman import number

LETTERS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
           (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def numeral(value):
    text = ""
    for worth, letters in LETTERS:
        text += letters * (value // worth)
        value %= worth
    return text


@pytest.mark.parametrize("value", [4, 9, 14, 40, 90, 400, 444, 999, 1444, 1904, 1994, 2026, 3888])
def test_every_numeral_is_read(value):
    assert number(numeral(value)) == value
