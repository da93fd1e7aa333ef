import pytest
from days import between, day_of_year, days_in_month, is_leap, next_day, number, weekday


@pytest.mark.parametrize("year", [2000, 2024, 1972])
def test_leap_years(year):
    assert is_leap(year)


@pytest.mark.parametrize("year", [1900, 2023, 2100])
def test_common_years(year):
    assert not is_leap(year)


@pytest.mark.parametrize(("month", "days"), [(1, 31), (4, 30), (2, 28), (12, 31), (8, 31)])
def test_months(month, days):
    assert days_in_month(2023, month) == days


def test_february_of_a_leap_year():
    assert days_in_month(2024, 2) == 29


@pytest.mark.parametrize("month", [0, 13])
def test_no_such_month(month):
    with pytest.raises(ValueError):
        days_in_month(2023, month)


def test_the_last_day_of_a_year():
    assert day_of_year(2023, 12, 31) == 365
    assert day_of_year(2024, 12, 31) == 366


def test_the_first_day_is_nought():
    assert number(1970, 1, 1) == 0


def test_a_day_much_later():
    assert number(2000, 3, 1) == 11017


def test_weekdays():
    assert weekday(1970, 1, 1) == 3
    assert weekday(2024, 2, 29) == 3


def test_between_goes_both_ways():
    assert between((2024, 1, 1), (2024, 3, 1)) == 60
    assert between((2024, 3, 1), (2024, 1, 1)) == 60


@pytest.mark.parametrize(
    ("day", "after"),
    [
        ((2023, 5, 5), (2023, 5, 6)),
        ((2023, 2, 28), (2023, 3, 1)),
        ((2024, 2, 28), (2024, 2, 29)),
        ((2023, 12, 31), (2024, 1, 1)),
    ],
)
def test_the_day_after(day, after):
    assert next_day(*day) == after
