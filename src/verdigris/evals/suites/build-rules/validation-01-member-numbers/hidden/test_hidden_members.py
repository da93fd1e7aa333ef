import pytest

from members import check_char, is_valid


@pytest.mark.parametrize(
    ("digits", "char"),
    [("123", "9"), ("0", "0"), ("5", "X"), ("9", "7"), ("00000", "0"), ("11", "5"), ("987654321", "1"), ("50", "X")],
)
def test_check_characters(digits, char):
    assert check_char(digits) == char


@pytest.mark.parametrize("digits", ["", "12a", "1 2", "-1", "1.5"])
def test_what_has_no_check_character(digits):
    with pytest.raises(ValueError):
        check_char(digits)


@pytest.mark.parametrize("number", ["123-9", "5-X", "0-0", "11-5"])
def test_valid_numbers(number):
    assert is_valid(number) is True


@pytest.mark.parametrize(
    "number", ["123-8", "1239", "", "-", "-0", "123-", "12a-9", "5-x", "5-10", "123-9 ", "123--9"]
)
def test_invalid_numbers(number):
    assert is_valid(number) is False
