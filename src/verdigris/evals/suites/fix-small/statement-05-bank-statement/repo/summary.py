"""A text about an account, for people."""

from collections.abc import Iterable

from days import by_day, lowest
from entries import read


def money(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def summarise(lines: Iterable[str], opening: int = 0) -> str:
    days = by_day(read(lines), opening)
    if not days:
        return f"nothing happened; balance {money(opening)}"
    rows = [f"{day.day:%d %b}: +{money(day.came)} -{money(day.went)}" for day in days]
    low = lowest(days)
    assert low is not None
    rows.append(f"lowest {money(low.balance)} on {low.day:%d %b}")
    rows.append(f"balance {money(days[-1].balance)}")
    return "\n".join(rows)
