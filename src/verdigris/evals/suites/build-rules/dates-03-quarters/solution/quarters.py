import re
from datetime import date, timedelta


def quarter_of(day):
    found = date.fromisoformat(day)
    return f"{found.year:04}-Q{(found.month - 1) // 3 + 1}"


def quarter_bounds(quarter):
    match = re.fullmatch(r"([0-9]{4})-Q([1-4])", quarter)
    if not match:
        raise ValueError(f"not a quarter: {quarter}")
    year, number = int(match[1]), int(match[2])
    first = date(year, 3 * number - 2, 1)
    if number == 4:
        last = date(year, 12, 31)
    else:
        last = date(year, 3 * number + 1, 1) - timedelta(days=1)
    return first.isoformat(), last.isoformat()
