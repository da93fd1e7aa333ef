import pytest

from isbn import check_digit_10, check_digit_13, is_valid, to_10, to_13


def test_plain_check_digits():
    assert check_digit_10("030640615") == "2"
    assert check_digit_13("978030640615") == "7"


def test_ten_is_an_x():
    assert check_digit_10("080442957") == "X"


def test_a_number_that_ends_in_nought():
    assert check_digit_10("000000000") == "0"
    assert check_digit_10("000000014") == "0"


def test_wrong_numbers():
    assert not is_valid("0-306-40615-3")
    assert not is_valid("0306406")
    assert not is_valid("")
    assert not is_valid("03064O6152")


def test_between_the_kinds():
    assert to_13("0-306-40615-2") == "9780306406157"
    assert to_10("9780306406157") == "0306406152"


def test_no_isbn_cannot_be_turned():
    with pytest.raises(ValueError):
        to_13("0-306-40615-9")
