from datetime import date

import pytest

from lending.calendar import OpeningDays

MAY_DAY = date(2024, 5, 1)
OPENING = OpeningDays([MAY_DAY])


@pytest.mark.parametrize(
    ("day", "open_"), [(date(2024, 5, 5), False), (MAY_DAY, False), (date(2024, 5, 2), True)]
)
def test_open_days(day, open_):
    assert OPENING.is_open(day) is open_


def test_the_next_open_day():
    assert OPENING.next_open(MAY_DAY) == date(2024, 5, 2)
    assert OPENING.next_open(date(2024, 5, 2)) == date(2024, 5, 2)


def test_open_days_between():
    assert OPENING.open_days_after(date(2024, 4, 29), date(2024, 5, 6)) == 5


def test_no_days_between_when_the_order_is_wrong():
    assert OPENING.open_days_after(date(2024, 5, 6), date(2024, 4, 29)) == 0
