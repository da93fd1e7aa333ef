from datetime import date, timedelta


def add_workdays(day, count):
    found = date.fromisoformat(day)
    step = timedelta(days=1 if count > 0 else -1)
    left = abs(count)
    while left:
        found += step
        if found.weekday() < 5:
            left -= 1
    return found.isoformat()
