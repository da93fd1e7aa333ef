import pytest

from quarters import quarter_bounds, quarter_of


def test_the_quarter_of_a_day():
    assert quarter_of("2024-05-17") == "2024-Q2"
    assert quarter_of("2024-01-01") == "2024-Q1"
    assert quarter_of("2024-03-31") == "2024-Q1"
    assert quarter_of("2024-07-01") == "2024-Q3"
    assert quarter_of("1999-12-31") == "1999-Q4"


def test_the_bounds_of_a_quarter():
    assert quarter_bounds("2024-Q2") == ("2024-04-01", "2024-06-30")
    assert quarter_bounds("2023-Q1") == ("2023-01-01", "2023-03-31")
    assert quarter_bounds("2023-Q3") == ("2023-07-01", "2023-09-30")
    assert quarter_bounds("2023-Q4") == ("2023-10-01", "2023-12-31")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_both_agree(number):
    first, last = quarter_bounds(f"2000-Q{number}")
    assert quarter_of(first) == quarter_of(last) == f"2000-Q{number}"


@pytest.mark.parametrize("quarter", ["2024-Q5", "2024-Q0", "2024Q1", "24-Q1", "", "2024-q1", "2024-Q12"])
def test_what_is_no_quarter(quarter):
    with pytest.raises(ValueError):
        quarter_bounds(quarter)
