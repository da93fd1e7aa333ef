"""Dates as plain numbers."""

LONG = (1, 3, 5, 7, 8, 10, 12)
FIRST_YEAR = 1970


def is_leap(year):
    if year % 400 == 0:
        return True
    return year % 4 == 0 and year % 100 != 0


def days_in_year(year):
    return 366 if is_leap(year) else 365


def days_in_month(year, month):
    if month < 1 or month > 12:
        raise ValueError("no such month")
    if month == 2:
        return 29 if is_leap(year) else 28
    return 31 if month in LONG else 30


def day_of_year(year, month, day):
    count = day
    for earlier in range(1, month):
        count += days_in_month(year, earlier)
    return count


def number(year, month, day):
    """Days since the first of January of the first year, which is 0."""
    count = 0
    for earlier in range(FIRST_YEAR, year):
        count += days_in_year(earlier)
    return count + day_of_year(year, month, day) - 1


def weekday(year, month, day):
    """0 is Monday; the first day was a Thursday."""
    return (number(year, month, day) + 3) % 7


def between(one, other):
    return abs(number(*other) - number(*one))


def next_day(year, month, day):
    if day < days_in_month(year, month):
        return year, month, day + 1
    if month < 12:
        return year, month + 1, 1
    return year + 1, 1, 1
