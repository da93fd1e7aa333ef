from datetime import date

import pytest

from subs.dates import add_months, days_in_month, month_of, months_between


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2024, 1, 15), 1, date(2024, 2, 15)),
        (date(2024, 1, 31), 1, date(2024, 2, 29)),
        (date(2023, 1, 31), 1, date(2023, 2, 28)),
        (date(2024, 12, 5), 1, date(2025, 1, 5)),
        (date(2024, 11, 30), 3, date(2025, 2, 28)),
        (date(2024, 3, 31), -1, date(2024, 2, 29)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
    ],
)
def test_months_are_added(day, months, expected):
    assert add_months(day, months) == expected


@pytest.mark.parametrize(
    ("start", "end", "months"),
    [
        (date(2024, 1, 15), date(2024, 2, 14), 0),
        (date(2024, 1, 15), date(2024, 2, 15), 1),
        (date(2023, 5, 1), date(2024, 5, 1), 12),
    ],
)
def test_whole_months_between(start, end, months):
    assert months_between(start, end) == months


def test_lengths_of_february():
    assert (days_in_month(2024, 2), days_in_month(2023, 2)) == (29, 28)


def test_months_are_named_with_two_digits():
    assert month_of(date(2024, 3, 9)) == "2024-03"
