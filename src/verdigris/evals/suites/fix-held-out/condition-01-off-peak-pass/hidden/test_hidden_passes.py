from datetime import date, datetime, timedelta

import pytest

from passes import Barrier, Calendar, Pass

HOLIDAYS = {date(2024, 12, 25), date(2024, 12, 26), date(2024, 12, 28)}
DAYS = [date(2024, 12, 16) + timedelta(days=n) for n in range(21)]


@pytest.mark.parametrize("day", DAYS)
def test_working_days(day):
    expected = day.strftime("%a") not in ("Sat", "Sun") and day not in HOLIDAYS
    assert Calendar(HOLIDAYS).is_working_day(day) is expected


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("hour", [5, 7, 12, 17, 19])
def test_peaks(day, hour):
    barrier = Barrier(Calendar(HOLIDAYS))
    working = day.weekday() not in (5, 6) and day not in HOLIDAYS
    moment = datetime(day.year, day.month, day.day, hour)
    assert barrier.is_peak(moment) is (working and hour in (7, 17))
    card = Pass("Ada", DAYS[0], DAYS[-1], off_peak=True)
    assert barrier.admits(card, moment) is not barrier.is_peak(moment)


def test_a_holiday_on_sunday():
    assert not Calendar({date(2024, 12, 22)}).is_working_day(date(2024, 12, 22))
