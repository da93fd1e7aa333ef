"""What a stay in the car park costs."""

from dataclasses import dataclass

DAY = 24 * 60


@dataclass(frozen=True)
class Tariff:
    free_minutes: int = 20
    hours_a_block: int = 2
    block_price: int = 300
    day_price: int = 1500


def minutes_between(start, end):
    """Minutes from one clock time to the next, such as "09:05" to "11:00"."""
    first, last = (int(t[:2]) * 60 + int(t[3:]) for t in (start, end))
    return last - first if last >= first else last - first + DAY


def blocks(minutes, tariff):
    """How many blocks are begun."""
    length = tariff.hours_a_block * 60
    return -(-minutes // length)


def price(start, end, tariff=Tariff()):
    minutes = minutes_between(start, end)
    if minutes <= tariff.free_minutes:
        return 0
    return min(blocks(minutes, tariff) * tariff.block_price, tariff.day_price)


def receipt(start, end, tariff=Tariff()):
    cents = price(start, end, tariff)
    return f"{start}-{end} {cents // 100}.{cents % 100:02d}"
