"""Numbers and dates as customers read them."""

from datetime import date

_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d} EUR"


def day(value: date) -> str:
    return f"{value.day} {_MONTHS[value.month - 1]} {value.year}"


def several(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def indented(lines: list[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)
