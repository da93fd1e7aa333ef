import pytest
from farm.numbers import Numbers, check_digit, parse, written


def test_counting():
    numbers = Numbers(7)
    assert [numbers.take(), numbers.take()] == [7, 8]


@pytest.mark.parametrize("number", [1, 12, 345, 9999])
def test_written_and_read(number):
    assert parse(written(number)) == number


@pytest.mark.parametrize("text", ["", "12", "x-1", "12-x", "-3"])
def test_no_number(text):
    with pytest.raises(ValueError):
        parse(text)


def test_digit():
    assert check_digit(10) == 3
