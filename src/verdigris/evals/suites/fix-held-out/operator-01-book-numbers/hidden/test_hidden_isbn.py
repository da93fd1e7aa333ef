import pytest

from isbn import check_digit_10, is_valid, to_10, to_13


def weighted(number):
    return sum((10 - i) * (10 if c == "X" else int(c)) for i, c in enumerate(number))


@pytest.mark.parametrize("start", [0, 13, 100_000_000, 306_406_100, 987_654_000])
def test_the_weighted_sum_is_a_multiple_of_eleven(start):
    for n in range(start, start + 60):
        body = f"{n:09d}"
        number = body + check_digit_10(body)
        assert len(number) == 10
        assert weighted(number) % 11 == 0
        assert is_valid(number)


def test_only_one_check_digit_is_valid():
    for n in range(200):
        assert sum(is_valid(f"{n * 7919:09d}{c}") for c in "0123456789X") == 1


def test_there_and_back():
    for n in range(0, 5000, 37):
        body = f"{n:09d}"
        number = body + check_digit_10(body)
        assert to_10(to_13(number)) == number


def test_small_x():
    assert is_valid("0-8044-2957-x")
