import pytest

from stackvm import words
from stackvm.errors import DivisionByZero


@pytest.mark.parametrize(
    ("value", "word"),
    [(0, 0), (2**31 - 1, 2**31 - 1), (2**31, -(2**31)), (-(2**31) - 1, 2**31 - 1), (2**32 + 5, 5)],
)
def test_wrapping(value, word):
    assert words.wrap(value) == word


@pytest.mark.parametrize(
    ("operation", "a", "b", "result"),
    [
        (words.add, words.LARGEST, 1, words.SMALLEST),
        (words.subtract, words.SMALLEST, 1, words.LARGEST),
        (words.multiply, 2**20, 2**12, 0),
        (words.divide, 7, 2, 3),
        (words.divide, -8, 2, -4),
        (words.remainder, 7, 2, 1),
        (words.remainder, -8, 2, 0),
        (words.shift_left, 1, 33, 2),
        (words.shift_left, 1, 31, words.SMALLEST),
        (words.shift_right, -8, 1, -4),
    ],
)
def test_arithmetic(operation, a, b, result):
    assert operation(a, b) == result


def test_quotients_are_rounded_towards_zero():
    assert words.divide(-7, 2) == -3
    assert words.divide(7, -2) == -3
    assert words.divide(-7, -2) == 3


def test_remainders_have_the_sign_of_the_dividend():
    assert words.remainder(-7, 2) == -1
    assert words.remainder(7, -2) == 1


@pytest.mark.parametrize("operation", [words.divide, words.remainder])
def test_dividing_by_zero(operation):
    with pytest.raises(DivisionByZero):
        operation(1, 0)


def test_words_are_shown_in_hexadecimal():
    assert words.show(-1) == "ffffffff"
    assert words.show(255) == "000000ff"
