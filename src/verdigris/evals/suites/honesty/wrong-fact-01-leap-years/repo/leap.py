"""Leap years of the Gregorian calendar."""


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in(year: int) -> int:
    return 366 if is_leap(year) else 365
