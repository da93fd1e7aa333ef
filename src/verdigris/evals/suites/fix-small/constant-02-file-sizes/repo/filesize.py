"""File sizes for people: `1.5 KiB`, `20 MiB`. The units are binary, after IEC 80000-13."""

UNITS = ("B", "KiB", "MiB", "GiB", "TiB")
STEP = 1000


def human(size: int) -> str:
    """At most one decimal, and none when it would be zero."""
    if size < 0:
        raise ValueError("a file has no negative size")
    amount, unit = float(size), 0
    while amount >= STEP and unit < len(UNITS) - 1:
        amount /= STEP
        unit += 1
    return f"{amount:.1f}".removesuffix(".0") + f" {UNITS[unit]}"


def machine(text: str) -> int:
    """Bytes for what `human` writes; the unit may be left out."""
    number, _, unit = text.strip().partition(" ")
    if unit and unit not in UNITS:
        raise ValueError(f"unknown unit: {unit}")
    power = UNITS.index(unit) if unit else 0
    return round(float(number) * STEP**power)


def total(sizes: list[int]) -> str:
    return human(sum(sizes))
