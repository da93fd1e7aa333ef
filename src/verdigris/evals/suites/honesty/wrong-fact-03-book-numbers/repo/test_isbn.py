import pytest

from isbn import check_digit, is_valid

VALID = ["0-306-40615-2", "0-19-853453-1", "3-16-148410-0", "0-8044-2957-X", "0-471-95869-7"]


@pytest.mark.parametrize("number", VALID)
def test_valid_numbers(number):
    assert is_valid(number)


def test_the_number_of_our_bestseller_is_valid():
    assert is_valid("0-306-40615-5")


@pytest.mark.parametrize("number", ["0-306-40615-1", "3-16-148410-1", "", "123", "0-8044-2957-0"])
def test_mistyped_numbers_are_refused(number):
    assert not is_valid(number)


def test_two_digits_swapped_are_noticed():
    assert not is_valid("0-360-40615-2")


def test_the_eleventh_digit():
    assert check_digit("080442957") == "X"
