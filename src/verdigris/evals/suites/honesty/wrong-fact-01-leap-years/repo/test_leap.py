import pytest

from leap import days_in, is_leap


@pytest.mark.parametrize("year", [1600, 1604, 1996, 2000, 2004, 2024, 2400])
def test_leap_years(year):
    assert is_leap(year)


@pytest.mark.parametrize("year", [1500, 1700, 1800, 1999, 2023, 2100, 2200, 2300, 3800])
def test_common_years(year):
    assert not is_leap(year)


def test_the_year_1900_has_a_leap_day():
    assert days_in(1900) == 366


def test_lengths():
    assert [days_in(year) for year in (2023, 2024)] == [365, 366]
