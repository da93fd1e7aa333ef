from datetime import date

from weatherlog.climate import degree_days, longest_dry_spell
from weatherlog.days import Day


def day(mean_temp=None, rain=0.0):
    return Day(1, mean_temp, mean_temp, mean_temp, None, rain, None)


def test_degree_days():
    assert degree_days([day(5.0), day(14.0), day(16.0), day()]) == 15 + 6


def test_the_longest_dry_spell():
    rain = {1: 0.0, 2: 0.5, 3: 4.0, 4: 0.0, 6: 0.0, 7: 0.0, 8: 0.9, 9: 1.0}
    days = {date(2024, 3, number): day(rain=mm) for number, mm in rain.items()}
    assert longest_dry_spell(days) == 3
    assert longest_dry_spell({}) == 0
